import { newRequestEntityTooLarge } from "../errors/index.js";

/** Default maximum size of a stored object in bytes: the limit of etcd for requests. */
export const defaultMaxObjectBytes = 1_572_864;

/**
 * Checks the size of an object that was encoded for storage.
 * @param stored size of the stored object before the write. If it exceeds the limit, the new object
 *   may be as large, but not larger.
 * @throws StatusError 413 if the object is larger than `limit` and than the stored object
 */
export function checkStoredSize(bytes: number, limit: number, stored: number): void {
  if (bytes > Math.max(limit, stored)) throw newStoredObjectTooLarge(limit);
}

export function newStoredObjectTooLarge(limit: number): Error {
  return newRequestEntityTooLarge(`limit is ${limit}`);
}
