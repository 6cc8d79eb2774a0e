import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type CipherGCMTypes } from "node:crypto";
import { keyWriter } from "./key-writer.js";
import type { Transformer } from "./transformer.js";

const nonceSize = 12;
const tagSize = 16;

/**
 * Returns a transformer for AES-GCM. The stored bytes are a random nonce, the encrypted value and
 * the tag. The tag also covers the value's key in the storage, so a value that was moved to another
 * key is refused.
 * @param secret 16, 24 or 32 bytes
 */
export function aesGCM(secret: Buffer): Transformer {
  const key = createSecretKey(secret);
  // The secret has one of three lengths, so the name is one of the three names in the type.
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
