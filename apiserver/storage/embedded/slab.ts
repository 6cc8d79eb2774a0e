/**
 * Of the memory that copies share. An object that is kept keeps its neighbours' room too, so not
 * too much.
 */
const slabSize = 1 << 16;

/**
 * Copies of short-lived bytes, many in one allocation: a buffer of its own costs more time and
 * memory than the bytes of an object.
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
