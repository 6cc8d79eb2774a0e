import { isDeepStrictEqual } from "node:util";
import type { ClientObject, FieldTree, ClientFieldsEntry } from "./client.js";

/** Reports whether an object has fields whose managers wrote them in a version. */
export function hasEntriesOf({ metadata }: ClientObject, apiVersion: string): boolean {
  return (metadata.managedFields ?? []).some((entry) => entry.apiVersion === apiVersion);
}

/**
 * Returns the managers of an object without those of a version. Their fields move to the other
 * version where it has a field at the same path; a server forgets fields of a version that it does
 * not know.
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

/** Servers merge entries of the same manager in the same way. */
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

/** Returns those of the fields that a value has. */
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
 * Returns the part of a value that a path element of `fieldsV1` names; undefined if the value does
 * not have the part.
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
