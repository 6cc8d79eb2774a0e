import { newRequestEntityTooLarge } from "../errors/index.js";

/** The default maximum size of a stored object in bytes: etcd's limit of a request. */
export const defaultMaxObjectBytes = 1_572_864;

/**
 * Limits the size of an object, encoded for storage.
 * @param stored the current size of the object in the store, which can be above the limit
 * @throws StatusError 413
 */
export function checkStoredSize(bytes: number, limit: number, stored: number): void {
  if (bytes > Math.max(limit, stored)) throw newStoredObjectTooLarge(limit);
}

export function newStoredObjectTooLarge(limit: number): Error {
  return newRequestEntityTooLarge(`limit is ${limit}`);
}
