import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type CipherGCMTypes } from "node:crypto";
import { keyWriter } from "./key-writer.js";
import type { Transformer } from "./transformer.js";

const blockSize = 16;

/**
 * Returns a transformer for AES-CBC with PKCS #7 padding. The stored bytes are a random
 * initialization vector and the encrypted value. Changes of the stored bytes are not detected.
 * @param secret 16, 24 or 32 bytes
 */
export function aesCBC(secret: Buffer): Transformer {
  const key = createSecretKey(secret);
  const algorithm = `aes-${secret.length * 8}-cbc`;
  const writer = keyWriter(secret);
  return {
    writer,
    encrypt(value) {
      const vector = randomBytes(blockSize);
      const cipher = createCipheriv(algorithm, key, vector);
      return Buffer.concat([vector, cipher.update(value), cipher.final()]);
    },
    decrypt(stored) {
      if (stored.length < blockSize) throw new Error("the stored data was shorter than the required size");
      if (stored.length % blockSize !== 0) throw new Error("the stored data is not a multiple of the block size");
      const decipher = createDecipheriv(algorithm, key, stored.subarray(0, blockSize)).setAutoPadding(false);
      const padded = Buffer.concat([decipher.update(stored.subarray(blockSize)), decipher.final()]);
      return { value: withoutPadding(padded), writer };
    },
  };
}

/**
 * Returns a decrypted value without its padding.
 * @throws Error with Go's message if the padding is invalid, for example because of a wrong key
 */
function withoutPadding(padded: Buffer): Buffer {
  const size = padded.at(-1) ?? 0;
  if (size === 0 || size > padded.length) throw new Error("invalid PKCS7 data (empty or not padded)");
  if (padded.subarray(-size).some((byte) => byte !== size)) throw new Error("invalid padding on input");
  return padded.subarray(0, -size);
}

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
