/** Returns the number of bytes of a length that is encoded as a varint. */
export function sizeOfVarint(length: number): number {
  let size = 1;
  for (let left = length; left >= 0x80; left = Math.floor(left / 0x80)) size++;
  return size;
}

/** Writes a length as a varint at the position `start`. */
export function setVarint(data: Uint8Array, start: number, length: number): void {
  let at = start;
  let left = length;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) data[at++] = (left & 0x7f) | 0x80;
  data[at] = left;
}
