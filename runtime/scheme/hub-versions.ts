import type { GroupKind, GroupVersion } from "../meta/v1/group-version.js";
import { APIVersionInternal, sameGroupVersion } from "../meta/group-version.js";
import type { TypeSchema } from "../schema/schema.js";

/** Functions of a scheme that are needed to determine the hub of a kind. */
export interface KindVersions {
  /** Returns the schema of a kind in a version; undefined if the version does not have the kind. */
  schemaOf(version: GroupVersion, kind: string): TypeSchema | undefined;
  /** Returns the versions that have a kind, by descending priority and without `__internal`. */
  versionsOf(kind: GroupKind): readonly GroupVersion[];
  /** Reports whether a conversion is registered for exactly this pair of types. */
  hasConversion(from: TypeSchema, to: TypeSchema): boolean;
}

/** Stores the hub version of each group, and determines the hub version of each kind. */
export class HubVersions {
  readonly #ofGroup = new Map<string, GroupVersion>();
  readonly #ofKind = new Map<string, Map<string, GroupVersion | null>>();

  /**
   * Sets the hub version of a group.
   * @throws Error if the group already has another hub version
   */
  set({ group, version }: GroupVersion): void {
    const old = this.#ofGroup.get(group);
    if (old !== undefined && old.version !== version)
      throw new Error(`the group ${group} has two hubs: ${old.version} and ${version}`);
    this.#ofGroup.set(group, { group, version });
    this.clear();
  }

  /**
   * Removes the cached results of `find`. Must be called after a kind, a version or a conversion is
   * added.
   */
  clear(): void {
    this.#ofKind.clear();
  }

  /**
   * Returns the hub version of a kind. This is the first of the following versions that has the
   * kind:
   * - `__internal`
   * - the hub version of the group
   * - the first version for which conversions to and from every other version are registered
   * - the version with the highest priority
   *
   * Returns undefined for an unknown kind.
   */
  find(kind: GroupKind, versions: KindVersions): GroupVersion | undefined {
    const kinds = this.#ofKind.get(kind.group) ?? new Map<string, GroupVersion | null>();
    const known = kinds.get(kind.kind);
    if (known !== undefined) return known ?? undefined;
    const hub = this.#find(kind, versions);
    this.#ofKind.set(kind.group, kinds.set(kind.kind, hub ?? null));
    return hub;
  }

  #find({ group, kind }: GroupKind, versions: KindVersions): GroupVersion | undefined {
    const internal = { group, version: APIVersionInternal };
    if (versions.schemaOf(internal, kind) !== undefined) return internal;
    const all = versions.versionsOf({ group, kind });
    const ofGroup = this.#ofGroup.get(group);
    return (
      all.find((version) => ofGroup !== undefined && sameGroupVersion(version, ofGroup)) ??
      all.find((version) => isBetweenAll(version, all, kind, versions)) ??
      all[0]
    );
  }
}

function isBetweenAll(hub: GroupVersion, all: readonly GroupVersion[], kind: string, versions: KindVersions): boolean {
  const ofHub = versions.schemaOf(hub, kind);
  return all.every((version) => {
    const other = versions.schemaOf(version, kind);
    if (ofHub === undefined || other === undefined) return false;
    return other === ofHub || (versions.hasConversion(other, ofHub) && versions.hasConversion(ofHub, other));
  });
}
