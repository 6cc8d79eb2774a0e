import { randomBytes } from "node:crypto";
import { keyWriter } from "./key-writer.js";
import type { Transformer } from "./transformer.js";
import { bufferOf } from "../../util/buffer-of.js";

const nonceSize = 24;
const tagSize = 16;

/**
 * Returns a transformer for NaCl's secretbox (XSalsa20 and Poly1305). The stored bytes are a random
 * nonce, the tag and the encrypted value. The tag does not cover the value's key in the storage.
 * @param secret 32 bytes
 */
export async function secretbox(secret: Buffer): Promise<Transformer> {
  // Node.js does not have this cipher. The library is loaded only if the provider is configured.
  const { xsalsa20poly1305 } = await import("@noble/ciphers/salsa.js");
  const writer = keyWriter(secret);
  return {
    writer,
    encrypt(value) {
      const nonce = randomBytes(nonceSize);
      return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(value)]);
    },
    decrypt(stored) {
      if (stored.length < nonceSize + tagSize) throw new Error("the stored data was shorter than the required size");
      try {
        const value = xsalsa20poly1305(secret, stored.subarray(0, nonceSize)).decrypt(stored.subarray(nonceSize));
        return { value: bufferOf(value), writer };
      } catch {
        // Go returns this error for every failure of the decryption.
        throw new Error("output array was not large enough for encryption");
      }
    },
  };
}
