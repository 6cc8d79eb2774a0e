import { newRequestEntityTooLarge } from "../errors/index.js";

/**
 * The most bytes of a stored object, if a server is not given another limit: etcd's limit of a
 * request.
 */
export const defaultMaxObjectBytes = 1_572_864;

/**
 * Limits the size of what is stored, as it is encoded for storage.
 * @param stored how large the object already is in the store, which a larger one may keep
 * @throws StatusError 413
 */
export function checkStoredSize(bytes: number, limit: number, stored: number): void {
  if (bytes > Math.max(limit, stored)) throw newStoredObjectTooLarge(limit);
}

export function newStoredObjectTooLarge(limit: number): Error {
  return newRequestEntityTooLarge(`limit is ${limit}`);
}
