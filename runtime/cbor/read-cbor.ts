import { setOwn } from "../json/values.js";
import { cborToJSON } from "./cbor-to-json.js";
import { readDocument, type CBORLimits, type DocumentSink } from "./document-reader.js";

/** Value of a CBOR document. */
export interface CBORValue {
  /** The document as a JSON value. */
  readonly value: unknown;
  /** True if the document contains a floating-point number without a fraction, such as 1.0. */
  readonly hasWholeFloats: boolean;
}

/**
 * Reads a CBOR document as a JSON value, like `cborToJSON` followed by a JSON parser.
 * @param largeIntegers type of integers beyond ±(2^53 - 1); `number` rounds them like `JSON.parse`
 * @throws CBORError for bytes that `cborToJSON` refuses
 */
export function readCBOR(
  data: Uint8Array,
  limits?: CBORLimits,
  largeIntegers: "number" | "bigint" = "number",
): CBORValue {
  const builder = new ValueBuilder(largeIntegers === "bigint");
  readDocument(data, builder, limits);
  // `cborToJSON` finds the duplicate key, and throws an error with the key and its position.
  if (builder.hasEqualKeys) cborToJSON(data, limits);
  return builder;
}

type List = unknown[];
type Fields = Record<string, unknown>;

/** Builds the JSON value of a document. */
class ValueBuilder implements DocumentSink, CBORValue {
  value: unknown;
  hasWholeFloats = false;
  hasEqualKeys = false;
  /**
   * Lists and maps that contain the innermost list or map, from the outermost. The first entry is
   * undefined.
   */
  readonly #around: (List | Fields | undefined)[] = [];
  /** For each entry of `#around`, the number of items that were read. */
  readonly #lengths: number[] = [];
  /** The innermost list; undefined if the innermost container is a map, or if there is none. */
  #list: List | undefined;
  /** Number of items that were read into the innermost list. */
  #length = 0;
  /** The innermost map; undefined if the innermost container is a list, or if there is none. */
  #fields: Fields | undefined;
  #key = "";
  readonly #keepsDigits: boolean;

  constructor(keepsDigits: boolean) {
    this.#keepsDigits = keepsDigits;
  }

  begin(isMap: boolean, length: number): void {
    const fields: Fields | undefined = isMap ? {} : undefined;
    const list = isMap ? undefined : newList(length);
    this.#add(fields ?? list);
    this.#around.push(this.#list ?? this.#fields);
    this.#lengths.push(this.#length);
    this.#fields = fields;
    this.#list = list;
    this.#length = 0;
  }

  end(isMap: boolean, count: number): void {
    if (isMap && sizeOf(this.#fields) !== count) this.hasEqualKeys = true;
    this.#length = this.#lengths.pop() ?? 0;
    const outer = this.#around.pop();
    if (Array.isArray(outer)) {
      this.#list = outer;
      this.#fields = undefined;
    } else {
      this.#list = undefined;
      this.#fields = outer;
    }
  }

  key(text: string): boolean {
    this.#key = text;
    return true;
  }

  text(text: string): void {
    this.#add(text);
  }

  integer(value: number | bigint): void {
    this.#add(this.#keepsDigits ? value : Number(value));
  }

  float(value: number): void {
    if (Number.isInteger(value)) this.hasWholeFloats = true;
    // Adding zero turns -0 into 0.
    this.#add(value + 0);
  }

  constant(value: boolean | null): void {
    this.#add(value);
  }

  #add(value: unknown): void {
    const list = this.#list;
    const fields = this.#fields;
    if (list !== undefined) list[this.#length++] = value;
    else if (fields === undefined) this.value = value;
    else if (this.#key === "__proto__") setOwn(fields, "__proto__", value);
    else fields[this.#key] = value;
  }
}

/**
 * Returns a list for a known number of items. A short list gets its full length, filled with null,
 * because V8 reserves space for 17 items in a list that grows: collecting the garbage of many short
 * lists would take longer than reading them.
 */
function newList(length: number): List {
  switch (length) {
    case 1:
      return [null];
    case 2:
      return [null, null];
    case 3:
      return [null, null, null];
    default:
      return [];
  }
}

/**
 * Returns the number of keys of a map. If it differs from the number of pairs in the document, the
 * document contains duplicate keys. This comparison is faster than a test of each key.
 */
function sizeOf(fields: Fields | undefined): number {
  let size = 0;
  // oxlint-disable-next-line no-unused-vars -- the loop only counts; Object.keys would create a list
  for (const _key in fields) size++;
  return size;
}
