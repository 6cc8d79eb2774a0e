import { goQuote } from "@apimachinery/runtime";
import { InvalidKeyError } from "../errors.js";

/**
 * Length in bytes that every implementation can store; lmdb has the lowest limit. The longest keys
 * of Kubernetes are below 700 bytes.
 */
export const maxKeyLength = 1500;

/**
 * Checks that every implementation can store the key in the same order. JavaScript compares UTF-16
 * and stores compare UTF-8: both orders agree below the surrogates.
 * @throws InvalidKeyError
 */
export function checkKey(key: string): void {
  if (isStorable(key)) return;
  throw new InvalidKeyError(
    `key ${goQuote(key.slice(0, 100))} is empty, too long, or has a character above U+D7FF or a NUL`,
  );
}

/** Reports whether the key can exist at all. Reads need not search for other keys. */
export function isStorable(key: string): boolean {
  return key.length > 0 && Buffer.byteLength(key) <= maxKeyLength && !/[\0\ud800-\uffff]/.test(key);
}
