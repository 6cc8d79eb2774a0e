import type { JSONValue } from "../../values/types.js";
import { compareMergeStrings, compareValues, type MergeOrder } from "../value/compare-values.js";
import { printValue } from "../value/print-value.js";

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
 * The element of a list item that has neither a key nor a value as its identifier. Such elements
 * occur only in lists whose schema does not declare a relationship between the items.
 */
export const invalidElement = Object.freeze({}) as PathElement;

/** Returns the rank of an element's kind: fields, then keys, values and indexes. */
function rankOf(element: PathElement): number {
  if ("fieldName" in element) return 0;
  if ("key" in element) return 1;
  if ("value" in element) return 2;
  return "index" in element ? 3 : 4;
}

/** Compares two path elements in Go's order. Strings are compared by their UTF-8 bytes. */
export function comparePathElements(a: PathElement, b: PathElement): MergeOrder {
  const ranked = rankOf(a) - rankOf(b);
  if (ranked !== 0) return ranked < 0 ? -1 : 1;
  if ("fieldName" in a) return compareMergeStrings(a.fieldName, (b as typeof a).fieldName);
  if ("key" in a) return compareKeyFields(a.key, (b as typeof a).key);
  if ("value" in a) return compareValues(a.value, (b as typeof a).value);
  if (!("index" in a)) return 0;
  const { index } = b as typeof a;
  return a.index === index ? 0 : a.index < index ? -1 : 1;
}

function compareKeyFields(a: readonly KeyField[], b: readonly KeyField[]): MergeOrder {
  for (let at = 0; at < a.length && at < b.length; at++) {
    const [left, right] = [a[at] as KeyField, b[at] as KeyField];
    const order = compareMergeStrings(left.name, right.name) || compareValues(left.value, right.value);
    if (order !== 0) return order;
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
}

/** Returns the fields of a key sorted by name; fields of the same name keep their order. */
export function sortedKeyFields(fields: readonly KeyField[]): readonly KeyField[] {
  return fields.length < 2 ? fields : fields.toSorted((a, b) => compareMergeStrings(a.name, b.name));
}

/** Returns a path element in the form of error messages: `.a`, `[name="a"]`, `[="a"]`, `[0]`. */
export function pathElementToString(element: PathElement): string {
  if ("fieldName" in element) return `.${element.fieldName}`;
  if ("key" in element) return `[${element.key.map(({ name, value }) => `${name}=${printValue(value)}`).join(",")}]`;
  if ("value" in element) return `[=${printValue(element.value)}]`;
  return "index" in element ? `[${String(element.index)}]` : "{{invalid path element}}";
}
