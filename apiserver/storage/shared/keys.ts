import { goQuote } from "@apimachinery/runtime";
import { InvalidKeyError } from "../errors.js";

/**
 * In bytes: what every implementation can store (lmdb's limit is the lowest). Kubernetes' longest
 * are below 700.
 */
export const maxKeyLength = 1500;

/**
 * Refuses keys that not every implementation can store, or would order differently: JavaScript
 * compares UTF-16, stores compare UTF-8, and they agree below the surrogates.
 */
export function checkKey(key: string): void {
  if (isStorable(key)) return;
  throw new InvalidKeyError(
    `key ${goQuote(key.slice(0, 100))} is empty, too long, or has a character above U+D7FF or a NUL`,
  );
}

/** No key that is not storable is there: reads need not look. */
export function isStorable(key: string): boolean {
  return key.length > 0 && Buffer.byteLength(key) <= maxKeyLength && !/[\0\ud800-\uffff]/.test(key);
}
