import type { FieldsV1 } from "@apimachinery/runtime";
import {
  deserializePathElement,
  FieldSet,
  serializePathElement,
  type KeyField,
} from "@apimachinery/runtime/structuredmerge";
import type { ApplyConfiguration } from "./apply-configuration.js";
import type { ManagedObject } from "./managed-object.js";

declare const isExtracted: unique symbol;

/**
 * Result of `extract`, which can be passed to `apply`. At run time, its list items contain their
 * keys; the compiler cannot check this, because the type of the object does not define which
 * properties are keys.
 */
export type Extracted<T extends ManagedObject> = ApplyConfiguration<T> & { readonly [isExtracted]: true };

export interface ExtractOptions {
  /**
   * Subresource to which the manager has applied, for example `status`. Default: the object itself.
   */
  readonly subresource?: string;
}

/**
 * Returns the fields that a manager owns because it has applied them. The result also contains
 * apiVersion, kind, name and namespace of the object, and the keys of list items (Go: ExtractInto).
 * A controller changes the result and applies it again; fields that it leaves out would be removed,
 * unless another manager owns them. If the manager owns no fields, the result contains only
 * apiVersion, kind, name and namespace. The result shares no parts with the object.
 *
 * @param object an object in the version in which the manager applies it. Its managedFields must be
 * present, so its client must not use `dropManagedFields`
 * @throws Error if the managedFields of the object are invalid
 */
export function extract<T extends ManagedObject>(
  object: T,
  manager: string,
  { subresource = "" }: ExtractOptions = {},
): Extracted<T> {
  const { apiVersion, kind, metadata } = object;
  const entry = metadata.managedFields?.find(
    (one) => one.manager === manager && one.operation === "Apply" && (one.subresource ?? "") === subresource,
  );
  const owned = FieldSet.fromJSON((entry?.fieldsV1 ?? {}) as FieldsV1)
    .leaves()
    .toJSON();
  const { metadata: ownedMetadata, ...rest } = fieldsOf(object, owned, none) as { readonly metadata?: object };
  const { name, namespace } = metadata;
  const identity = { ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) };
  // The cast is safe, because the result contains only fields of T with their types.
  return structuredClone({ apiVersion, kind, metadata: { ...identity, ...ownedMetadata }, ...rest }) as Extracted<T>;
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the part of a value that a set of field paths selects; undefined if the set selects
 * nothing.
 */
function partOf(value: unknown, leaves: FieldsV1): unknown {
  if (isLeaf(leaves)) return value;
  if (Array.isArray(value)) return itemsOf(value, leaves);
  const part = typeof value === "object" && value !== null ? fieldsOf(value, leaves, none) : {};
  return Object.keys(part).length === 0 ? undefined : part;
}

/**
 * Returns the selected properties of an object.
 * @param keys names of properties that are always selected, because they are keys of a list item
 */
function fieldsOf(object: object, leaves: FieldsV1, keys: ReadonlySet<string>): object {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
      const child = childOf(leaves, serializePathElement({ fieldName: name }));
      const part = child === undefined ? undefined : partOf(value, child);
      if (part !== undefined) return [[name, part]];
      return keys.has(name) ? [[name, value]] : [];
    }),
  );
}

/**
 * Returns the list items that are selected by key, by value or by index; undefined if there are
 * none.
 */
function itemsOf(list: readonly unknown[], leaves: FieldsV1): readonly unknown[] | undefined {
  const keys = keysIn(leaves);
  const items = list.flatMap((item, index) => {
    const child = textsOf(item, index, keys)
      .map((text) => childOf(leaves, text))
      .find((found) => found !== undefined);
    if (child === undefined) return [];
    const isPart = !isLeaf(child) && typeof item === "object" && item !== null && !Array.isArray(item);
    return [isPart ? fieldsOf(item, child, keys) : item];
  });
  return items.length === 0 ? undefined : items;
}

/** Returns the names of all key properties by which list items are selected. */
function keysIn(leaves: FieldsV1): ReadonlySet<string> {
  const elements = Object.keys(leaves).map((text) => deserializePathElement(text));
  return new Set(elements.flatMap((element) => ("key" in element ? element.key.map(({ name }) => name) : [])));
}

/** Returns the path elements that can select a list item, as strings of FieldsV1. */
function textsOf(item: unknown, index: number, keys: ReadonlySet<string>): readonly string[] {
  const byIndex = serializePathElement({ index });
  if (typeof item !== "object" || item === null)
    return [serializePathElement({ value: item as KeyField["value"] }), byIndex];
  const key = Object.entries(item).flatMap(([name, value]: [string, KeyField["value"]]): KeyField[] =>
    keys.has(name) ? [{ name, value }] : [],
  );
  key.sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...(key.length === 0 ? [] : [serializePathElement({ key })]), byIndex];
}

function childOf(leaves: FieldsV1, text: string): FieldsV1 | undefined {
  return Object.hasOwn(leaves, text) ? (leaves[text] as FieldsV1) : undefined;
}

function isLeaf(leaves: FieldsV1): boolean {
  return Object.keys(leaves).length === 0;
}
