import type { JSONValue } from "../../values/types.js";
import { compareByCodePoints, compareLists, compareNumbers, type Order, sortedKeys } from "../../util/compare-keys.js";
import { compareValues } from "../value/compare-values.js";
import { goPrint } from "../../json/go-print.js";
import { goQuote } from "../../util/go-quote.js";

/** One property in the key of a list item. */
export type KeyField = { readonly name: string; readonly value: JSONValue };

/**
 * One step of a path: a field of a map, a list item by its key fields (sorted by name), a list item
 * by its value, or a list item by its index. Source: `fieldpath.PathElement`.
 */
export type PathElement =
  | { readonly fieldName: string }
  | { readonly key: readonly KeyField[] }
  | { readonly value: JSONValue }
  | { readonly index: number };

/**
 * The element of a list item that cannot be identified, such as an item of a list that the schema
 * declares neither as atomic nor as associative.
 */
export const invalidElement = Object.freeze({}) as PathElement;

/**
 * Returns the rank of an element's kind: fields, then keys, values, indexes, and the invalid
 * element.
 */
function rankOf(element: PathElement): number {
  if ("fieldName" in element) return 0;
  if ("key" in element) return 1;
  if ("value" in element) return 2;
  return "index" in element ? 3 : 4;
}

/** Compares two path elements in Go's order. Strings are compared by their UTF-8 bytes. */
export function comparePathElements(a: PathElement, b: PathElement): Order {
  const ranked = rankOf(a) - rankOf(b);
  if (ranked !== 0) return compareNumbers(ranked, 0);
  if ("fieldName" in a) return compareByCodePoints(a.fieldName, (b as typeof a).fieldName);
  if ("key" in a) return compareLists(a.key, (b as typeof a).key, compareKeyFields);
  if ("value" in a) return compareValues(a.value, (b as typeof a).value);
  return "index" in a ? compareNumbers(a.index, (b as typeof a).index) : 0;
}

function compareKeyFields(a: KeyField, b: KeyField): Order {
  return compareByCodePoints(a.name, b.name) || compareValues(a.value, b.value);
}

/** Returns the fields of a key sorted by name; fields of the same name keep their order. */
export function sortedKeyFields(fields: readonly KeyField[]): readonly KeyField[] {
  return fields.length < 2 ? fields : fields.toSorted((a, b) => compareByCodePoints(a.name, b.name));
}

/** Returns a path element as error messages print it: `.a`, `[name="a"]`, `[="a"]`, `[0]`. */
export function pathElementToString(element: PathElement): string {
  if ("fieldName" in element) return `.${element.fieldName}`;
  if ("key" in element) return `[${element.key.map(({ name, value }) => `${name}=${printValue(value)}`).join(",")}]`;
  if ("value" in element) return `[=${printValue(element.value)}]`;
  return "index" in element ? `[${String(element.index)}]` : "{{invalid path element}}";
}

/**
 * Returns a value as printed paths contain it: `"a"`, `80`, `["a",1]`. Source: `value.ToString`.
 */
function printValue(value: JSONValue): string {
  if (value === null) return "null";
  if (typeof value === "string") return goQuote(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(",")}]`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object") return goPrint(value);
  return sortedKeys(value)
    .map((key) => `${key}=${printValue(value[key] as JSONValue)}`)
    .join("");
}
