import { goQuote } from "../util/go-quote.js";
import { byteFormatOf, type ByteFormat } from "./byte-format.js";
import { CBORError, unexpectedBreak } from "./cbor-error.js";
import { HeadReader, major } from "./head-reader.js";
import { checkTag, readConstant, readCBORFloat, readInteger, readCBORString, readTime } from "./scalars.js";

/** Maximum nesting of lists and maps, as in Go. */
const maxDepth = 10_000;

/** Limits for reading a CBOR document. */
export interface CBORLimits {
  /**
   * Maximum number of items. Each list, map, key, string, chunk of a string, and tag is an item.
   * Numbers, booleans and null do not count, because they are cheap. Default: unlimited.
   */
  readonly itemLimit?: number;
}

/** Receives the items of a CBOR document in their order. */
export interface DocumentSink {
  /**
   * Begins a list or map. The items of the list follow, or for a map each key and its value.
   * @param length number of items or pairs; Infinity if the document does not contain this number
   */
  begin(isMap: boolean, length: number): void;
  /**
   * Ends the innermost list or map.
   * @param count number of items or pairs that were read
   */
  end(isMap: boolean, count: number): void;
  /**
   * Receives a key of a map. Returns false for a duplicate key. A sink that detects duplicate keys
   * later always returns true.
   */
  key(text: string): boolean;
  /** Receives a string, or a byte string or time that was converted to a string. */
  text(text: string): void;
  /** Receives an integer, as a `bigint` if it is beyond ±(2^53 - 1). */
  integer(value: number | bigint): void;
  float(value: number): void;
  constant(value: boolean | null): void;
}

/** A list or map whose items are being read. */
interface Open {
  isMap: boolean;
  /** Number of items or pairs; Infinity if a "break" ends the list or map. */
  length: number;
  /** Format to which byte strings in the list or map are converted. */
  format: ByteFormat;
  /** Number of items or pairs that were read so far. */
  count: number;
}

/**
 * Reads a CBOR document as Kubernetes does. Byte strings become strings: in the format that a tag
 * selects, otherwise as UTF-8.
 * @throws CBORError for bytes that are not exactly one item, for more items than `limits` allows,
 * and for items that Kubernetes does not accept, such as duplicate map keys, keys that are not
 * strings, text strings that are not UTF-8, NaN, infinity, and integers that do not fit into a
 * signed 64-bit integer
 */
export function readDocument(data: Uint8Array, sink: DocumentSink, limits: CBORLimits = {}): void {
  if (data.length === 0) throw new CBORError();
  new DocumentReader(data, sink, limits).read();
}

/**
 * Reads one item and all nested items. Stores the lists and maps that contain the current item in
 * an array, so that deep nesting does not exceed the call stack.
 */
class DocumentReader {
  readonly #heads: HeadReader;
  readonly #sink: DocumentSink;
  /**
   * State of the open lists and maps, by depth. An entry is reused for the next list or map at the
   * same depth.
   */
  readonly #open: Open[] = [];
  /** Number of lists and maps that contain the current position. */
  #depth = 0;

  constructor(data: Uint8Array, sink: DocumentSink, { itemLimit = Infinity }: CBORLimits) {
    this.#heads = new HeadReader(data, itemLimit);
    this.#sink = sink;
  }

  read(): void {
    let parent = this.#value("text", undefined);
    while (parent !== undefined) {
      if (this.#hasNext(parent)) {
        parent.count++;
        const text = parent.format === "text" ? this.#heads.shortText() : undefined;
        if (text === undefined) parent = this.#value(parent.format, parent);
        else this.#sink.text(text);
      } else {
        this.#sink.end(parent.isMap, parent.count);
        parent = --this.#depth === 0 ? undefined : this.#open[this.#depth - 1];
      }
    }
    const { data, position } = this.#heads;
    if (position < data.length)
      throw new CBORError(`${data.length - position} bytes of extraneous data starting at index ${position}`);
  }

  /**
   * Reports whether a list or map has another item. For a map, reads the key of this item. At the
   * end, reads the "break", if any.
   */
  #hasNext(parent: Open): boolean {
    const heads = this.#heads;
    if (parent.count === parent.length) return false;
    if (heads.isBreakNext) {
      if (parent.length !== Infinity) throw unexpectedBreak(heads.position);
      heads.position++;
      return false;
    }
    if (!parent.isMap) return true;
    const key = (parent.format === "text" ? heads.shortText() : undefined) ?? this.#key(parent.format);
    if (!this.#sink.key(key))
      throw new CBORError(`found duplicate map key ${goQuote(key)} at map element index ${parent.count}`);
    return true;
  }

  /** Reads the next key of a map. As in Go, valid tags that do not select a format are ignored. */
  #key(format: ByteFormat): string {
    const heads = this.#heads;
    let ownFormat = format;
    for (let tags = 0; heads.nextMajor === major.tag; tags++) {
      const start = heads.position;
      heads.read();
      checkTag(heads, start, tags);
      ownFormat = byteFormatOf(heads.argument) ?? ownFormat;
    }
    const start = heads.position;
    heads.read();
    if (heads.major === major.bytes || heads.major === major.text) return readCBORString(heads, ownFormat, start);
    throw notAString(heads, start);
  }

  /**
   * Reads an item. Returns the list or map whose items are read next: the item itself if it is a
   * list or map, otherwise the parent.
   */
  #value(format: ByteFormat, parent: Open | undefined): Open | undefined {
    const heads = this.#heads;
    let ownFormat = format;
    for (let tags = 0; ; tags++) {
      const start = heads.position;
      heads.read();
      if (heads.major !== major.tag) return this.#untagged(ownFormat, start, parent);
      const tag = heads.argument;
      checkTag(heads, start, tags);
      if (tag === 0 || tag === 1) {
        this.#sink.text(readTime(heads, tag, start));
        return parent;
      }
      ownFormat = byteFormatOf(tag) ?? ownFormat;
    }
  }

  /**
   * Reads the rest of an item whose head was read and is not a tag. Returns the same as `#value`.
   */
  #untagged(format: ByteFormat, start: number, parent: Open | undefined): Open | undefined {
    const heads = this.#heads;
    switch (heads.major) {
      case major.uint:
      case major.negint:
        this.#sink.integer(readInteger(heads, start));
        return parent;
      case major.bytes:
      case major.text:
        this.#sink.text(readCBORString(heads, format, start));
        return parent;
      case major.list:
      case major.map:
        return this.#begin(heads.major === major.map, format);
      default:
        if (heads.info >= 25 && heads.argument !== Infinity) this.#sink.float(readCBORFloat(heads, start));
        else this.#sink.constant(readConstant(heads, start));
        return parent;
    }
  }

  #begin(isMap: boolean, format: ByteFormat): Open {
    const length = this.#heads.argument;
    // A document cannot contain more than 2^53 items.
    if (length !== Infinity && !Number.isSafeInteger(length)) throw new CBORError();
    if (this.#depth >= maxDepth) throw new CBORError(`exceeded max nested level ${maxDepth}`);
    const open = (this.#open[this.#depth++] ??= { isMap, length, format, count: 0 });
    open.isMap = isMap;
    open.length = length;
    open.format = format;
    open.count = 0;
    this.#sink.begin(isMap, length);
    return open;
  }
}

/** Returns the error for a map key that is not a string. The head of the key was already read. */
function notAString(heads: HeadReader, start: number): CBORError {
  return new CBORError(`the key at byte ${start} is ${described(heads, start)}, not a string`);
}

function described(heads: HeadReader, start: number): string {
  switch (heads.major) {
    case major.uint:
    case major.negint:
      return String(readInteger(heads, start));
    case major.list:
      return "a list";
    case major.map:
      return "a map";
    case major.tag:
      return "a tag";
    default:
      return heads.info >= 25 && heads.argument !== Infinity
        ? String(readCBORFloat(heads, start))
        : String(readConstant(heads, start));
  }
}
