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
 * Result of `extract`. `apply` accepts it. At run time, its list items have their keys; the type of
 * the object does not say which properties are keys.
 */
export type Extracted<T extends ManagedObject> = ApplyConfiguration<T> & { readonly [isExtracted]: true };

export interface ExtractOptions {
  /** Subresource that the manager applied, for example `status`. Default: the object itself. */
  readonly subresource?: string;
}

/**
 * Returns the fields of an object that a manager owns because it applied them, with the name and
 * the namespace of the object and the keys of list items (Go: ExtractInto). A controller changes
 * the result and applies it again, so that it keeps its other fields. If the manager owns no
 * fields, or the object has no managedFields, the result has only the name, the namespace, the
 * apiVersion and the kind. The result shares no parts with the object.
 *
 * @param object an object in the version in which the manager applies it. The owned fields are read
 * from its managedFields, so it must not be from a client with `dropManagedFields`
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
  // The fields of a part of T have the types of T's fields.
  return structuredClone({ apiVersion, kind, metadata: { ...identity, ...ownedMetadata }, ...rest }) as Extracted<T>;
}

const none: ReadonlySet<string> = new Set();

/** Returns the part of a value that a set of leaves selects; undefined if it selects nothing. */
function partOf(value: unknown, leaves: FieldsV1): unknown {
  if (isLeaf(leaves)) return value;
  if (Array.isArray(value)) return itemsOf(value, leaves);
  const part = typeof value === "object" && value !== null ? fieldsOf(value, leaves, none) : {};
  return Object.keys(part).length === 0 ? undefined : part;
}

/** @param keys names of properties that are selected too */
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

/** Returns the items that leaves select by their keys, their values or their indexes. */
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

/** Returns the names of all keys by which leaves select items. */
function keysIn(leaves: FieldsV1): ReadonlySet<string> {
  const elements = Object.keys(leaves).map((text) => deserializePathElement(text));
  return new Set(elements.flatMap((element) => ("key" in element ? element.key.map(({ name }) => name) : [])));
}

/** Returns the path elements that can select an item, as strings of FieldsV1. */
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
