import { writeJSON, writeKey } from "../value/write-json.js";
import type { PathElement } from "./path-element.js";

/**
 * Returns the key of a path element in a FieldsV1: `f:a`, `k:{"name":"a"}`, `v:1`, `i:0`. Source:
 * `fieldpath.SerializePathElement`.
 *
 * @throws Error if the element is none of these: a field, a key, a value or an index
 */
export function serializePathElement(element: PathElement): string {
  if ("fieldName" in element) return `f:${element.fieldName}`;
  if ("key" in element)
    return `k:{${element.key.map(({ name, value }) => `${writeKey(name)}:${writeJSON(value)}`).join(",")}}`;
  if ("value" in element) return `v:${writeJSON(element.value)}`;
  if ("index" in element) return `i:${String(element.index)}`;
  throw new Error("invalid PathElement");
}
