import { byteFormatOf, formatBytes, type ByteFormat } from "./byte-format.js";
import { CBORError, unexpectedBreak } from "./cbor-error.js";
import { HeadReader, major } from "./head-reader.js";
import { floatText, integerText } from "./number-text.js";
import { isUTF8, textOfBytes } from "./text-of-bytes.js";
import { timeOfEpoch, timeOfText } from "./time-tags.js";

/** A part of a CBOR document: a scalar, the start of a list or map, or the end of one. */
export type Item =
  /** A text or byte string. */
  | { readonly type: "text"; readonly text: string }
  /** A number, `true`, `false` or `null`, as JSON. */
  | { readonly type: "scalar"; readonly json: string }
  /** The start of a list or map. */
  | {
      readonly type: "list" | "map";
      /** The number of items, or of pairs; Infinity if an end follows them. */
      readonly length: number;
      /** The text format of the byte strings in it. */
      readonly format: ByteFormat;
    }
  | { readonly type: "end" };

/** Maximum depth of lists, maps and tags, as in Go. */
export const maxDepth = 10_000;

/** Integers, and floating-point numbers with false, true and null. */
const numberMajors: readonly number[] = [major.uint, major.negint, major.simple];
const end: Item = { type: "end" };
const constants: ReadonlyMap<number, Item> = new Map([
  [20, { type: "scalar", json: "false" }],
  [21, { type: "scalar", json: "true" }],
  [22, { type: "scalar", json: "null" }],
]);

/** Reads the items of a CBOR document in order. Tags are applied to the items that follow them. */
export class ItemReader {
  readonly #heads: HeadReader;

  /** @param maxItems maximum number of lists, maps, strings, chunks of strings, and tags */
  constructor(data: Uint8Array, maxItems: number) {
    this.#heads = new HeadReader(data, maxItems);
  }

  /** The position of the next item, in bytes. */
  get position(): number {
    return this.#heads.position;
  }

  /**
   * Returns the next item.
   * @param format the text format of byte strings, from a tag around the item
   * @throws CBORError
   */
  next(format: ByteFormat): Item {
    const heads = this.#heads;
    let ownFormat = format;
    for (let tags = 0; ; tags++) {
      const start = heads.position;
      heads.read();
      if (heads.major !== major.tag) return this.#item(ownFormat, start);
      const tag = heads.argument;
      this.#checkTag(tag, start, tags);
      if (tag === 0) return { type: "text", text: timeOfText(this.next("text"), start) };
      if (tag === 1) return { type: "text", text: timeOfEpoch(this.next("text"), start) };
      ownFormat = byteFormatOf(tag) ?? ownFormat;
    }
  }

  /**
   * Returns the next key of a map. Tags that do not name a text format are ignored, as in Go.
   * @throws CBORError
   */
  nextKey(format: ByteFormat): Item {
    const heads = this.#heads;
    let ownFormat = format;
    for (let tags = 0; heads.nextMajor === major.tag; tags++) {
      const start = heads.position;
      heads.read();
      this.#checkTag(heads.argument, start, tags);
      ownFormat = byteFormatOf(heads.argument) ?? ownFormat;
    }
    const start = heads.position;
    const item = this.next(ownFormat);
    if (item.type === "text" || item.type === "end") return item;
    const found = item.type === "scalar" ? item.json : `a ${item.type}`;
    throw new CBORError(`the key at byte ${start} is ${found}, not a string`);
  }

  /** Returns the item whose head was read. It is not a tag. */
  #item(format: ByteFormat, start: number): Item {
    const heads = this.#heads;
    switch (heads.major) {
      case major.uint:
      case major.negint:
        return { type: "scalar", json: integerText(this.#integer(), start) };
      case major.bytes:
        return { type: "text", text: this.#byteString(format, start) };
      case major.text:
        return { type: "text", text: this.#textString(start) };
      case major.list:
        return { type: "list", length: this.#length(), format };
      case major.map:
        return { type: "map", length: this.#length(), format };
      default:
        return this.#simple(start);
    }
  }

  /** Returns the length of a list or map. No document has more than 2^53 items. */
  #length(): number {
    const { argument } = this.#heads;
    if (argument !== Infinity && !Number.isSafeInteger(argument)) throw new CBORError();
    return argument;
  }

  #integer(): number | bigint {
    const { argument, major: type } = this.#heads;
    if (Number.isSafeInteger(argument)) return type === major.uint ? argument : -1 - argument;
    const exact = this.#heads.exactArgument();
    return type === major.uint ? exact : -1n - exact;
  }

  #simple(start: number): Item {
    const { info, argument } = this.#heads;
    if (argument === Infinity) return end;
    if (info >= 25) return { type: "scalar", json: floatText(this.#heads.floatArgument(), start) };
    const constant = info < 24 ? constants.get(argument) : undefined;
    if (constant !== undefined) return constant;
    const name = info === 23 ? "undefined" : String(argument);
    throw new CBORError(`simple value ${name} at byte ${start} is not true, false or null`);
  }

  /** Checks that a tag may be used, and that the next item has a type that is its content. */
  #checkTag(tag: number, start: number, tags: number): void {
    const heads = this.#heads;
    if (tags >= maxDepth) throw new CBORError(`exceeded max nested level ${maxDepth}`);
    if (heads.isBreakNext) throw unexpectedBreak(heads.position);
    const content = heads.nextMajor;
    if (tag === 0 && content !== major.text) throw new CBORError(`tag 0 at byte ${start} must be followed by a text`);
    if (tag === 1 && !numberMajors.includes(content))
      throw new CBORError(`tag 1 at byte ${start} must be followed by a number`);
    if (tag === 2 || tag === 3)
      throw new CBORError(`the number at byte ${start} is a bignum (tag ${tag}), which is not accepted`);
  }

  #byteString(format: ByteFormat, start: number): string {
    const { data } = this.#heads;
    if (this.#heads.argument !== Infinity) {
      const from = this.#heads.skipContent();
      return format === "text"
        ? textOfBytes(data, from, this.position)
        : formatBytes(format, data.subarray(from, this.position));
    }
    const chunks: Uint8Array[] = [];
    this.#readChunks(start, (from, to) => chunks.push(data.subarray(from, to)));
    const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return formatBytes(format, bytes);
  }

  #textString(start: number): string {
    if (this.#heads.argument !== Infinity) return this.#checkedText(start, this.#heads.skipContent(), this.position);
    const texts: string[] = [];
    this.#readChunks(start, (from, to, chunk) => texts.push(this.#checkedText(chunk, from, to)));
    return texts.join("");
  }

  /**
   * Reads the chunks of a string, each of which has the type of the string, and their end.
   * @param add receives start and end of the content of a chunk, and the start of the chunk
   */
  #readChunks(start: number, add: (from: number, to: number, chunk: number) => void): void {
    const heads = this.#heads;
    const type = heads.major;
    for (;;) {
      const chunk = heads.position;
      heads.read();
      if (heads.major === major.simple && heads.argument === Infinity) return;
      if (heads.major !== type || heads.argument === Infinity)
        throw new CBORError(`the string at byte ${start} has a chunk of another type at byte ${chunk}`);
      add(heads.skipContent(), heads.position, chunk);
    }
  }

  /** Returns the text of bytes that must be UTF-8. */
  #checkedText(start: number, from: number, to: number): string {
    const { data } = this.#heads;
    const text = textOfBytes(data, from, to);
    if (text.includes("\ufffd") && !isUTF8(data.subarray(from, to)))
      throw new CBORError(`the text at byte ${start} is not valid UTF-8`);
    return text;
  }
}
