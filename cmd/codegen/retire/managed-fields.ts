import { isDeepStrictEqual } from "node:util";
import type { ClientObject, FieldTree, ClientFieldsEntry } from "./client.js";

/** Reports whether an object has managed fields in a version. */
export function hasEntriesOf({ metadata }: ClientObject, apiVersion: string): boolean {
  return (metadata.managedFields ?? []).some((entry) => entry.apiVersion === apiVersion);
}

/**
 * Returns the managed fields of an object after its entries of the version `from` were moved to the
 * version `to`. Moved entries keep only fields that exist in `to`. Without the move, a server would
 * drop all entries of a version that it does not serve.
 * @param object the object in the version `to`
 */
export function movedEntries(object: ClientObject, from: string, to: string): readonly ClientFieldsEntry[] {
  const entries = new Map<string, ClientFieldsEntry>();
  for (const entry of object.metadata.managedFields ?? []) {
    const moved = entry.apiVersion === from ? movedEntry(entry, to, object) : entry;
    if (moved === undefined) continue;
    const other = entries.get(identity(moved));
    entries.set(identity(moved), other === undefined ? moved : united(other, moved));
  }
  return [...entries.values()];
}

function movedEntry(entry: ClientFieldsEntry, to: string, object: ClientObject): ClientFieldsEntry | undefined {
  const fieldsV1 = keptFields(entry.fieldsV1 ?? {}, object);
  return Object.keys(fieldsV1).length === 0 ? undefined : { ...entry, apiVersion: to, fieldsV1 };
}

/** Returns the key of an entry. Servers also merge the entries of a manager by this key. */
function identity({ manager, operation, apiVersion, subresource }: ClientFieldsEntry): string {
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}

function united(a: ClientFieldsEntry, b: ClientFieldsEntry): ClientFieldsEntry {
  const later = (a.time ?? "") < (b.time ?? "") ? b : a;
  return { ...later, fieldsV1: unitedFields(a.fieldsV1 ?? {}, b.fieldsV1 ?? {}) };
}

function unitedFields(a: FieldTree, b: FieldTree): FieldTree {
  const merged = Object.entries(b).map(([key, inner]) => [key, unitedFields(a[key] ?? {}, inner)] as const);
  return { ...a, ...Object.fromEntries(merged) };
}

/** Returns the fields that exist in a value. */
function keptFields(fields: FieldTree, value: unknown): FieldTree {
  const kept: Record<string, FieldTree> = {};
  for (const [key, inner] of Object.entries(fields)) {
    const part = partOf(key, value);
    if (part === undefined) continue;
    const below = keptFields(inner, part.value);
    if (Object.keys(inner).length === 0 || Object.keys(below).length > 0) kept[key] = below;
  }
  return kept;
}

/**
 * Returns the value to which a path element of `fieldsV1` refers; undefined if the value does not
 * exist.
 */
function partOf(element: string, value: unknown): { readonly value: unknown } | undefined {
  if (element === ".") return { value };
  const rest = element.slice(2);
  if (element.startsWith("f:")) {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, rest))
      return undefined;
    return { value: (value as Readonly<Record<string, unknown>>)[rest] };
  }
  if (!Array.isArray(value)) return undefined;
  const items: readonly unknown[] = value;
  if (element.startsWith("i:")) return Number(rest) < items.length ? { value: items[Number(rest)] } : undefined;
  const wanted: unknown = JSON.parse(rest);
  const index = items.findIndex((item) =>
    element.startsWith("v:") ? isDeepStrictEqual(item, wanted) : hasKeys(item, wanted),
  );
  return index < 0 ? undefined : { value: items[index] };
}

function hasKeys(item: unknown, keys: unknown): boolean {
  if (typeof item !== "object" || item === null || typeof keys !== "object" || keys === null) return false;
  const given = item as Readonly<Record<string, unknown>>;
  return Object.entries(keys).every(([key, value]) => isDeepStrictEqual(given[key], value));
}
