import { goQuote } from "@apimachinery/runtime";
import { InvalidKeyError } from "../errors.js";

/**
 * Maximum length of a key in bytes: the limit of lmdb, which is the lowest of all stores. The
 * longest keys of Kubernetes are shorter than 700 bytes.
 */
export const maxKeyLength = 1500;

/**
 * Checks that every store can store a key, and that all stores sort it equally. JavaScript compares
 * UTF-16 and stores compare UTF-8, which give the same order only for characters below U+D800.
 * @throws InvalidKeyError for any other key
 */
export function checkKey(key: string): void {
  if (isStorable(key)) return;
  throw new InvalidKeyError(
    `key ${goQuote(key.slice(0, 100))} is empty, too long, or has a character above U+D7FF or a NUL`,
  );
}

/**
 * Reports whether a key can be stored. A read of any other key returns nothing without a search.
 */
export function isStorable(key: string): boolean {
  return key.length > 0 && Buffer.byteLength(key) <= maxKeyLength && !/[\0\ud800-\uffff]/.test(key);
}
