import { goQuote } from "../../util/go-quote.js";
import { parseInt64 } from "../../util/parse-int64.js";
import type { JSONValue } from "../../values/types.js";
import { ByteSource } from "../value/byte-source.js";
import { readEntries, readJSONValue } from "../value/read-json.js";
import { sortedKeyFields, type KeyField, type PathElement } from "./path-element.js";

/** Thrown for a path element of an unknown kind. Field sets ignore such elements. */
export class UnknownPathElementTypeError extends Error {
  override readonly name = "UnknownPathElementTypeError";

  constructor() {
    super("unknown path element type");
  }
}

/**
 * Returns the path element that a key of FieldsV1 represents: `f:a`, `k:{"name":"a"}`, `v:1`,
 * `i:0`. Source: `fieldpath.DeserializePathElement`.
 *
 * @throws UnknownPathElementTypeError if the key has an unknown prefix, such as `x:`
 * @throws Error with Go's message if the string is not a path element for another reason
 */
export function deserializePathElement(text: string): PathElement {
  // Go compares the number of bytes. A single character outside of ASCII has at least two bytes.
  if (text.length === 0 || (text.length === 1 && text < "\u0080")) throw new Error("key must be 2 characters long:");
  if (text[1] !== ":" || text >= "\u0080") throw new Error(`missing colon: ${text}`);
  const content = text.slice(2);
  switch (text[0]) {
    case "f":
      return { fieldName: content };
    case "v":
      return { value: readWhole(content, readJSONValue) };
    case "k":
      return { key: readWhole(content, readKey) };
    case "i":
      return { index: readIndex(content) };
    default:
      throw new UnknownPathElementTypeError();
  }
}

function readWhole<T>(text: string, read: (source: ByteSource) => T): T {
  const source = new ByteSource(text);
  const value = read(source);
  if (source.hasFailed()) throw new Error(source.error);
  source.finish();
  return value;
}

function readKey(source: ByteSource): readonly KeyField[] {
  const fields: KeyField[] = [];
  readEntries(source, "ReadObjectCB", (name) => {
    const value: JSONValue = readJSONValue(source);
    if (!source.hasFailed()) fields.push({ name, value });
  });
  return sortedKeyFields(fields);
}

/** Reads a decimal number as Go's `strconv.Atoi` does. */
function readIndex(text: string): number {
  const value = parseInt64(text);
  if (typeof value === "string") throw new Error(`strconv.Atoi: parsing ${goQuote(text)}: ${value}`);
  return Number(value);
}
