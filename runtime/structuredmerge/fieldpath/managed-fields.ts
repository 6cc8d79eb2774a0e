import type { FieldSet } from "./field-set.js";

/** The fields that one manager owns, with their names in one version of the API. */
export interface VersionedSet {
  readonly set: FieldSet;
  readonly apiVersion: string;
  /**
   * True if the manager owns the fields because of an apply; false if it owns them because of an
   * update.
   */
  readonly applied: boolean;
}

/** The fields of all managers of an object, by the identifiers of the managers. */
export type ManagedFields = ReadonlyMap<string, VersionedSet>;

/** Reports whether the managers and their fields are equal. */
export function managedFieldsEqual(a: ManagedFields, b: ManagedFields): boolean {
  if (a.size !== b.size) return false;
  for (const [manager, left] of a) {
    const right = b.get(manager);
    if (right === undefined || left.apiVersion !== right.apiVersion || left.applied !== right.applied) return false;
    if (!left.set.equals(right.set)) return false;
  }
  return true;
}

/**
 * Returns, for each manager, the fields that are in only one of `a` and `b`. If a manager's sets
 * have different versions, the result contains the set of `b`. Source:
 * `fieldpath.ManagedFields.Difference`.
 */
export function managedFieldsDifference(a: ManagedFields, b: ManagedFields): ManagedFields {
  const difference = new Map<string, VersionedSet>();
  for (const [manager, left] of a) {
    const right = b.get(manager);
    if (right === undefined) {
      if (!left.set.empty) difference.set(manager, left);
    } else if (left.apiVersion !== right.apiVersion) {
      difference.set(manager, right);
    } else {
      const set = left.set.difference(right.set).union(right.set.difference(left.set));
      if (!set.empty) difference.set(manager, { set, apiVersion: right.apiVersion, applied: false });
    }
  }
  for (const [manager, right] of b) if (!a.has(manager) && !right.set.empty) difference.set(manager, right);
  return difference;
}
