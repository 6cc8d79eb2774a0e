import { newRequestEntityTooLarge } from "../errors/index.js";

/** Default maximum size of a stored object in bytes. etcd has the same limit for requests. */
export const defaultMaxObjectBytes = 1_572_864;

/**
 * Checks the size of an object that was encoded for storage.
 * @param stored size of the object in the store before the write; if it is above the limit, the
 * object may keep this size
 * @throws StatusError 413 if the object is too large
 */
export function checkStoredSize(bytes: number, limit: number, stored: number): void {
  if (bytes > Math.max(limit, stored)) throw newStoredObjectTooLarge(limit);
}

export function newStoredObjectTooLarge(limit: number): Error {
  return newRequestEntityTooLarge(`limit is ${limit}`);
}
