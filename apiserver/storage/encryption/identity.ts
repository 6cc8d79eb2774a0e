import type { Transformer } from "./transformer.js";
import { bufferOf } from "../../util/buffer-of.js";

/** Beginning of every encrypted value. */
const encrypted = Buffer.from("k8s:enc:");

/** Reports whether a stored value is encrypted by any provider. */
export function isEncrypted(stored: Uint8Array): boolean {
  return encrypted.equals(stored.subarray(0, encrypted.length));
}

/** Error message for an encrypted value that the identity provider reads. */
export const encryptedData = "identity transformer tried to read encrypted data";

/** Stores values without encryption, and refuses to read encrypted values. */
export const identity: Transformer = {
  writer: "identity",
  encrypt: bufferOf,
  decrypt(stored) {
    if (isEncrypted(stored)) throw new Error(encryptedData);
    return { value: stored, writer: "identity" };
  },
};
