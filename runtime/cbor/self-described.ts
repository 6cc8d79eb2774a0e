/**
 * Bytes of tag 55799 (self-described CBOR), with which all CBOR documents of Kubernetes start (RFC
 * 8949, section 3.4.6).
 */
export const selfDescribed: readonly number[] = [0xd9, 0xd9, 0xf7];

/** Reports whether data starts with the tag of self-described CBOR. */
export function isCBOR(data: Uint8Array): boolean {
  return selfDescribed.every((byte, index) => data[index] === byte);
}
