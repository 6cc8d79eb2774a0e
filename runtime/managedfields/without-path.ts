import { FieldSet, type ManagedFields, type Path, type VersionedSet } from "../structuredmerge/index.js";

/**
 * Removes a path from the fields of all managers. A manager without remaining fields is removed.
 */
export function withoutPath(managers: ManagedFields, path: Path): ManagedFields {
  const removed = new FieldSet(path);
  const result = new Map<string, VersionedSet>();
  for (const [manager, versioned] of managers) {
    const set = versioned.set.has(path) ? versioned.set.difference(removed) : versioned.set;
    if (!set.empty) result.set(manager, set === versioned.set ? versioned : { ...versioned, set });
  }
  return result;
}
