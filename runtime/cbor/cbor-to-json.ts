import { goQuote } from "../go-quote.js";
import type { ByteFormat } from "./byte-format.js";
import { CBORError, unexpectedBreak } from "./cbor-error.js";
import { ItemReader, maxDepth, type Item } from "./item-reader.js";
import { JSONBuffer } from "./json-buffer.js";

/** A list or map whose items are being read. */
interface Open {
  /** Number of items; a pair of a map is two. Infinity if an end follows them. */
  readonly length: number;
  /** The keys so far; undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** The text format of the byte strings. */
  readonly format: ByteFormat;
  /** Number of items that were read. */
  count: number;
}

/** Limits of a document. */
export interface CBORLimits {
  /**
   * Maximum number of items. Each list, map, key, string, chunk of a string, and tag is an item.
   * Numbers, booleans and null do not count, because they are cheap. Default: unlimited.
   */
  readonly maxItems?: number;
}

/**
 * Converts a CBOR document to JSON as Kubernetes reads it: byte strings are texts, tags that name
 * a text format are applied, and a floating-point number keeps its fraction (`1.0`).
 * @throws CBORError for bytes that are not exactly one item, for more items than `limits` allows,
 * and for an item that Kubernetes does not accept: two equal keys in a map, keys that are not
 * strings, text that is not UTF-8, NaN and infinity, bignums, simple values other than true, false
 * and null
 */
export function cborToJSON(data: Uint8Array, { maxItems = Infinity }: CBORLimits = {}): string {
  if (data.length === 0) throw new CBORError();
  const reader = new ItemReader(data, maxItems);
  const json = new JSONBuffer(data.length * 2);
  writeDocument(reader, json);
  const left = data.length - reader.position;
  if (left > 0) throw new CBORError(`${left} bytes of extraneous data starting at index ${reader.position}`);
  return json.text();
}

/** Reads one item with everything in it. The lists and maps around an item are data, not calls. */
function writeDocument(reader: ItemReader, json: JSONBuffer): void {
  const open: Open[] = [];
  do {
    const parent = open.at(-1);
    if (parent !== undefined && parent.count === parent.length) {
      json.raw(parent.keys === undefined ? "]" : "}");
      open.pop();
      continue;
    }
    const start = reader.position;
    const format = parent?.format ?? "text";
    const item = parent !== undefined && isKeyNext(parent) ? reader.nextKey(format) : reader.next(format);
    if (item.type === "end") json.raw(closing(open.pop(), start));
    else {
      if (parent !== undefined) json.raw(separator(parent));
      writeItem(json, item, parent);
      if (parent !== undefined) parent.count++;
      if (item.type === "list" || item.type === "map") open.push(opened(item, open.length));
    }
  } while (open.length > 0);
}

function isKeyNext(parent: Open): boolean {
  return parent.keys !== undefined && parent.count % 2 === 0;
}

function separator(parent: Open): string {
  if (parent.keys !== undefined && parent.count % 2 === 1) return ":";
  return parent.count === 0 ? "" : ",";
}

function writeItem(json: JSONBuffer, item: Exclude<Item, { type: "end" }>, parent: Open | undefined): void {
  if (item.type === "scalar") json.raw(item.json);
  else if (item.type !== "text") json.raw(item.type === "list" ? "[" : "{");
  else {
    if (parent !== undefined && isKeyNext(parent)) addKey(parent, item.text);
    json.string(item.text);
  }
}

function addKey({ keys, count }: Open, key: string): void {
  if (keys?.has(key) === true)
    throw new CBORError(`found duplicate map key ${goQuote(key)} at map element index ${count / 2}`);
  keys?.add(key);
}

function opened(item: Item & { readonly type: "list" | "map" }, depth: number): Open {
  if (depth >= maxDepth) throw new CBORError(`exceeded max nested level ${maxDepth}`);
  const isMap = item.type === "map";
  const { length, format } = item;
  return { length: isMap ? length * 2 : length, keys: isMap ? new Set() : undefined, format, count: 0 };
}

/** Returns the end of the innermost list or map, which must be one without a length. */
function closing(parent: Open | undefined, start: number): string {
  const isExpected = parent?.length === Infinity && !(parent.keys !== undefined && parent.count % 2 === 1);
  if (!isExpected) throw unexpectedBreak(start);
  return parent.keys === undefined ? "]" : "}";
}
