import { isObject } from "../../json/values.js";
import { goQuote } from "../../util/go-quote.js";
import type { JSONObject, JSONValue } from "../../values/types.js";
import { invalidElement, sortedKeyFields, type KeyField, type PathElement } from "../fieldpath/path-element.js";
import { resolveType, type ListType, type TypedSchema } from "./schema.js";

/** Describes why a list item has no path element. */
export interface ItemProblem {
  readonly problem: string;
}

/**
 * Returns the path element of a list item. Returns the problem if the item has none, or if the list
 * is not associative. Source: `listItemToPathElement`.
 */
export function itemElement(schema: TypedSchema, list: ListType, item: JSONValue): PathElement | ItemProblem {
  if (list.elementRelationship !== "associative") return { problem: "invalid indexing of non-associative list" };
  return list.keys.length > 0 ? keyedElement(schema, list, item) : setElement(item);
}

/** Returns the path element of an item, or the invalid element if the item has none. */
export function itemElementOrInvalid(schema: TypedSchema, list: ListType, item: JSONValue): PathElement {
  const element = itemElement(schema, list, item);
  return "problem" in element ? invalidElement : element;
}

function setElement(item: JSONValue): PathElement | ItemProblem {
  if (typeof item !== "object") return { value: withoutSign(item) };
  if (item === null) return { problem: "associative list without keys has an element that's an explicit null" };
  return Array.isArray(item)
    ? { problem: "not supported: associative list with lists as elements" }
    : { problem: "associative list without keys has an element that's a map type" };
}

function keyedElement(schema: TypedSchema, list: ListType, item: JSONValue): PathElement | ItemProblem {
  if (item === null) return { problem: "associative list with keys may not have a null element" };
  if (!isObject(item)) return { problem: "associative list with keys may not have non-map elements" };
  const fields: KeyField[] = [];
  for (const name of list.keys) {
    const field = keyField(schema, list, item, name);
    if (field === undefined) continue;
    if ("problem" in field) return field;
    fields.push(field);
  }
  return fields.length > 0 ? { key: sortedKeyFields(fields) } : { problem: missingKeys(list.keys) };
}

/**
 * Returns a key field of an item; undefined if the item does not have the field, and the schema has
 * no default. Returns the problem if the field is missing, and the items of the list are not maps
 * or have an unknown type.
 */
function keyField(
  schema: TypedSchema,
  list: ListType,
  item: JSONObject,
  name: string,
): KeyField | ItemProblem | undefined {
  if (Object.hasOwn(item, name)) return { name, value: withoutSign(item[name] as JSONValue) };
  const problem = (reason: string): ItemProblem => ({
    problem: `couldn't find default value for ${name}: ${reason}`,
  });
  const atom = resolveType(schema, list.elementType);
  if (atom === undefined) return problem("invalid elementType for list");
  if (atom.map === undefined) return problem("associative list may not have non-map types");
  const value = atom.map.fields.get(name)?.default ?? null;
  return value === null ? undefined : { name, value };
}

/**
 * Returns 0 for -0, and other values unchanged. In Go, the JSON number -0 becomes the integer 0.
 */
function withoutSign(value: JSONValue): JSONValue {
  return value === 0 ? 0 : value;
}

function missingKeys(keys: readonly string[]): string {
  const names = `[${keys.map(goQuote).join(" ")}]`;
  return (
    `associative list with keys has an element that omits all key fields ${names} ` +
    "(and doesn't have default values for any key fields)"
  );
}
