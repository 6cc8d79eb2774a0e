import { goQuote } from "@apimachinery/runtime";
import { InvalidKeyError } from "../errors.js";

/**
 * Maximum length of a key in bytes. lmdb has the lowest limit of all implementations. The longest
 * keys of Kubernetes are shorter than 700 bytes.
 */
export const maxKeyLength = 1500;

/**
 * Checks that every implementation can store a key and sorts it equally. JavaScript compares
 * UTF-16, stores compare UTF-8; the order is the same for characters below the surrogates.
 * @throws InvalidKeyError
 */
export function checkKey(key: string): void {
  if (isStorable(key)) return;
  throw new InvalidKeyError(
    `key ${goQuote(key.slice(0, 100))} is empty, too long, or has a character above U+D7FF or a NUL`,
  );
}

/** Reports whether a key is valid. A read of an invalid key finds nothing and needs no search. */
export function isStorable(key: string): boolean {
  return key.length > 0 && Buffer.byteLength(key) <= maxKeyLength && !/[\0\ud800-\uffff]/.test(key);
}
