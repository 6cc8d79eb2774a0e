import { Tokenizer, type DecodeOptions, type Token } from "cborg";
import { byteFormatOf, formatBytes, type ByteFormat } from "./byte-format.js";
import { CBORError, unexpectedBreak } from "./cbor-error.js";
import { floatText, integerText } from "./number-text.js";
import { isUTF8 } from "./text-of-bytes.js";
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

/** Ends a list, map or string without a length. */
const breakByte = 0xff;
const bytesMajor = 2;
const textMajor = 3;
/** Integers, and floating-point numbers with false, true and null. */
const numberMajors: readonly number[] = [0, 1, 7];
const tagMajor = 6;
const end: Item = { type: "end" };
const options: DecodeOptions = { allowBigInt: true };

/** Reads the items of a CBOR document in order. Tags are applied to the items that follow them. */
export class ItemReader {
  readonly #data: Uint8Array;
  #tokens: Tokenizer;
  /** The position in the data at which `#tokens` started. */
  #start = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
    this.#tokens = new Tokenizer(data, options);
  }

  /** The position of the next item, in bytes. */
  get position(): number {
    return this.#start + this.#tokens.pos();
  }

  /**
   * Returns the next item.
   * @param format the text format of byte strings, from a tag around the item
   * @throws CBORError
   */
  next(format: ByteFormat): Item {
    const major = this.#major();
    if (major === bytesMajor) return { type: "text", text: formatBytes(format, this.#bytes()) };
    if (this.#isChunked()) return { type: "text", text: this.#chunkedText() };
    const start = this.position;
    const token = this.#token();
    switch (token.type.name) {
      case "uint":
      case "negint":
        return { type: "scalar", json: integerText(token.value as number | bigint, start) };
      case "float":
        return { type: "scalar", json: floatText(Number(token.value), start) };
      case "true":
      case "false":
      case "null":
        return { type: "scalar", json: token.type.name };
      case "string":
        return { type: "text", text: this.#checkedText(token, start) };
      case "array":
        return { type: "list", length: Number(token.value), format };
      case "map":
        return { type: "map", length: Number(token.value), format };
      case "break":
        return end;
      case "tag":
        return this.#tagged(Number(token.value), format, start);
      default:
        throw new CBORError(`simple value ${token.type.name} at byte ${start} is not true, false or null`);
    }
  }

  /**
   * Returns the next key of a map. Tags that do not name a text format are ignored, as in Go.
   * @throws CBORError
   */
  nextKey(format: ByteFormat): Item {
    const start = this.position;
    if (this.#major() === tagMajor) {
      const tag = Number(this.#token().value);
      this.#checkContent(tag, start);
      return this.nextKey(byteFormatOf(tag) ?? format);
    }
    const item = this.next(format);
    if (item.type === "text" || item.type === "end") return item;
    const found = item.type === "scalar" ? item.json : `a ${item.type}`;
    throw new CBORError(`the key at byte ${start} is ${found}, not a string`);
  }

  /** Returns the content of a tag in the form in which Kubernetes reads it. */
  #tagged(tag: number, format: ByteFormat, start: number): Item {
    this.#checkContent(tag, start);
    if (tag === 0) return { type: "text", text: timeOfText(this.next("text"), start) };
    if (tag === 1) return { type: "text", text: timeOfEpoch(this.next("text"), start) };
    return this.next(byteFormatOf(tag) ?? format);
  }

  /** Checks that a tag may be used, and that the next item has a type that is its content. */
  #checkContent(tag: number, start: number): void {
    if (this.#data[this.position] === breakByte) throw unexpectedBreak(this.position);
    const major = this.#major();
    if (tag === 0 && major !== textMajor) throw new CBORError(`tag 0 at byte ${start} must be followed by a text`);
    if (tag === 1 && !numberMajors.includes(major))
      throw new CBORError(`tag 1 at byte ${start} must be followed by a number`);
    if (tag === 2 || tag === 3)
      throw new CBORError(`the number at byte ${start} is a bignum (tag ${tag}), which is not accepted`);
  }

  /** Returns the major type of the next item: the first three bits. */
  #major(): number {
    const byte = this.#data[this.position];
    if (byte === undefined) throw new CBORError();
    return byte >> 5;
  }

  /** Reports whether the next item is a string in chunks, which the library does not read. */
  #isChunked(): boolean {
    const byte = this.#data[this.position];
    return byte === 0x5f || byte === 0x7f;
  }

  /** Returns the content of a byte string, in one piece or in chunks. */
  #bytes(): Uint8Array {
    if (!this.#isChunked()) return this.#token().value as Uint8Array;
    const chunks = [...this.#chunks()].map((token) => token.value as Uint8Array);
    const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }

  #chunkedText(): string {
    let text = "";
    let start = this.position + 1;
    for (const token of this.#chunks()) {
      text += this.#checkedText(token, start);
      start = this.position;
    }
    return text;
  }

  /** Reads the chunks of a string, each of which has the type of the string, and their end. */
  *#chunks(): Generator<Token> {
    const start = this.position;
    const major = this.#major();
    this.#skip();
    while (this.#data[this.position] !== breakByte) {
      if (this.#major() !== major || this.#isChunked())
        throw new CBORError(`the string at byte ${start} has a chunk of another type at byte ${this.position}`);
      yield this.#token();
    }
    this.#skip();
  }

  /** Skips the first or last byte of a string in chunks, which the library refuses. */
  #skip(): void {
    this.#start = this.position + 1;
    this.#tokens = new Tokenizer(this.#data.subarray(this.#start), options);
  }

  #token(): Token {
    const start = this.position;
    try {
      return this.#tokens.next();
    } catch (error) {
      const { message } = error as Error;
      if (message.includes("not enough data")) throw new CBORError();
      throw new CBORError(`${message.replace(/^CBOR decode error: /, "")} at byte ${start}`);
    }
  }

  /** Returns the text of a token whose bytes are UTF-8. */
  #checkedText(token: Token, start: number): string {
    const text = String(token.value);
    // The library replaces what is not UTF-8.
    if (text.includes("\ufffd") && !isUTF8(contentOf(this.#data.subarray(start, this.position))))
      throw new CBORError(`the text at byte ${start} is not valid UTF-8`);
    return text;
  }
}

/** Returns a string without the bytes of its type and length. */
function contentOf(bytes: Uint8Array): Uint8Array {
  const minor = (bytes[0] ?? 0) & 31;
  return bytes.subarray(minor < 24 ? 1 : 1 + 2 ** (minor - 24));
}
