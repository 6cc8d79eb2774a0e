/** The tag 55799, with which every document of Kubernetes starts (RFC 8949, section 3.4.6). */
export const selfDescribed: readonly number[] = [0xd9, 0xd9, 0xf7];

/** Reports whether bytes start with the tag of self-described CBOR. */
export function isCBOR(data: Uint8Array): boolean {
  return selfDescribed.every((byte, index) => data[index] === byte);
}
