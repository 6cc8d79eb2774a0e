import { ByteWriter } from "../util/byte-writer.js";
import { encodeUTF8 } from "../util/text-of-bytes.js";
import type { ProtobufWriter } from "../wire/protobuf-writer.js";
import { setVarint, sizeOfVarint } from "./varint.js";

/**
 * Writes a protobuf message. It is twice as fast as the writer of protobufjs, which creates an
 * object for each value.
 */
export class MessageWriter extends ByteWriter implements ProtobufWriter {
  /**
   * Positions of the lengths of the current nested messages: `fork` reserves a length, and `ldelim`
   * writes it.
   */
  readonly #starts: number[] = [];

  uint32(value: number): this {
    this.reserve(5);
    const { target } = this;
    let at = this.length;
    let left = value >>> 0;
    for (; left >= 0x80; left >>>= 7) target[at++] = (left & 0x7f) | 0x80;
    target[at++] = left;
    this.length = at;
    return this;
  }

  int32(value: number): this {
    return value < 0 ? this.int64(value) : this.uint32(value);
  }

  int64(value: number | string): this {
    if (typeof value === "number" && value >= 0 && value <= 0xffff_ffff) return this.uint32(value);
    this.reserve(10);
    let left = BigInt.asUintN(64, BigInt(typeof value === "number" ? Math.trunc(value) : value));
    for (; left >= 0x80n; left >>= 7n) this.target[this.length++] = Number(left & 0x7fn) | 0x80;
    this.target[this.length++] = Number(left);
    return this;
  }

  uint64(value: number): this {
    return this.int64(value);
  }

  bool(value: boolean): this {
    return this.uint32(value ? 1 : 0);
  }

  float(value: number): this {
    this.reserve(4);
    this.view.setFloat32(this.length, value, true);
    this.length += 4;
    return this;
  }

  double(value: number): this {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
    return this;
  }

  string(value: string): this {
    const start = this.length;
    if (this.uint32(value.length).ascii(value)) return this;
    this.length = start;
    return this.bytes(encodeUTF8(value));
  }

  bytes(value: Uint8Array): this {
    this.uint32(value.length).raw(value);
    return this;
  }

  /**
   * Starts a nested message. Reserves one byte for its length, which is enough for most messages;
   * `ldelim` moves the content if the length needs more bytes.
   */
  fork(): this {
    this.reserve(1);
    this.#starts.push(this.length++);
    return this;
  }

  ldelim(): this {
    const start = this.#starts.pop() ?? 0;
    const from = start + 1;
    const size = this.length - from;
    const more = sizeOfVarint(size) - 1;
    if (more > 0) {
      this.reserve(more);
      this.target.copyWithin(from + more, from, this.length);
      this.length += more;
    }
    setVarint(this.target, start, size);
    return this;
  }
}
