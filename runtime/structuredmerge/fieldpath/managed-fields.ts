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
