/**
 * Size in bytes of the memory blocks that copies share. The blocks are small, because a block is
 * released only when none of its copies is used any more.
 */
const slabSize = 1 << 16;

/**
 * Copies short-lived bytes into shared blocks of memory. A separate buffer for each copy would need
 * more time and memory than the bytes themselves. Only large copies get a separate buffer.
 */
export class Slab {
  #memory = Buffer.alloc(0);
  #used = 0;

  copy(bytes: Uint8Array, start: number, end: number): Uint8Array {
    const length = end - start;
    if (length > slabSize / 8) return Uint8Array.prototype.slice.call(bytes, start, end);
    if (this.#used + length > this.#memory.length) {
      this.#memory = Buffer.allocUnsafeSlow(slabSize);
      this.#used = 0;
    }
    const copy = this.#memory.subarray(this.#used, this.#used + length);
    copy.set(bytes.subarray(start, end));
    this.#used += length;
    return copy;
  }
}
