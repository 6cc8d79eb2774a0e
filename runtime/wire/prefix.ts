/** The first bytes of every object in protobuf: `k8s` and a zero byte. */
export const prefix: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** Reports whether bytes begin like an object in protobuf. */
export function hasPrefix(data: Uint8Array): boolean {
  return prefix.every((byte, index) => data[index] === byte);
}
