import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type CipherGCMTypes } from "node:crypto";
import { keyWriter } from "./key-writer.js";
import type { Transformer } from "./transformer.js";

const nonceSize = 12;
const tagSize = 16;

/**
 * AES-GCM with a random nonce: nonce, encrypted value, tag. The key in the storage is
 * authenticated.
 * @param secret 16, 24 or 32 bytes
 */
export function aesGCM(secret: Buffer): Transformer {
  const key = createSecretKey(secret);
  // The name has one of the three sizes, which the type lists.
  const algorithm = `aes-${secret.length * 8}-gcm` as CipherGCMTypes;
  const writer = keyWriter(secret);
  return {
    writer,
    encrypt(value, place) {
      const nonce = randomBytes(nonceSize);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(place.key);
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(stored, place) {
      if (stored.length < nonceSize) throw new Error("the stored data was shorter than the required size");
      const failure = new Error("cipher: message authentication failed");
      if (stored.length < nonceSize + tagSize) throw failure;
      const decipher = createDecipheriv(algorithm, key, stored.subarray(0, nonceSize), { authTagLength: tagSize })
        .setAAD(place.key)
        .setAuthTag(stored.subarray(-tagSize));
      try {
        return {
          value: Buffer.concat([decipher.update(stored.subarray(nonceSize, -tagSize)), decipher.final()]),
          writer,
        };
      } catch {
        throw failure;
      }
    },
  };
}
