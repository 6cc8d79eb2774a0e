import { FieldSet, type ManagedFields, type Path, type VersionedSet } from "../structuredmerge/index.js";

/**
 * Returns the managers after a path is removed from their fields. A manager without other fields is
 * left out.
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
