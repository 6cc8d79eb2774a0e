/** The first bytes of every Kubernetes object in protobuf: `k8s` and a zero byte. */
export const prefix: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** Reports whether bytes begin with the prefix of Kubernetes objects in protobuf. */
export function hasPrefix(data: Uint8Array): boolean {
  return prefix.every((byte, index) => data[index] === byte);
}
