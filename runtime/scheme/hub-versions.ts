import type { GroupKind, GroupVersion } from "../meta/v1/group-version.js";
import { APIVersionInternal, sameGroupVersion } from "../meta/group-version.js";
import type { TypeSchema } from "../schema/schema.js";

/** The part of a scheme that determines the hub of a kind. */
export interface KindVersions {
  /** Returns the schema of a kind in one version; undefined if the version has no such kind. */
  schemaOf(version: GroupVersion, kind: string): TypeSchema | undefined;
  /** Returns the versions that have a kind, except `__internal`, by priority. */
  versionsOf(kind: GroupKind): readonly GroupVersion[];
  /** Reports whether a function converts between exactly these types. */
  hasConversion(from: TypeSchema, to: TypeSchema): boolean;
}

/** Stores which version of a group is its hub, and determines the hub of each kind. */
export class HubVersions {
  readonly #ofGroup = new Map<string, GroupVersion>();
  readonly #ofKind = new Map<string, Map<string, GroupVersion | null>>();

  /**
   * Sets the hub of a group.
   * @throws Error if the group already has another hub
   */
  set({ group, version }: GroupVersion): void {
    const old = this.#ofGroup.get(group);
    if (old !== undefined && old.version !== version)
      throw new Error(`the group ${group} has two hubs: ${old.version} and ${version}`);
    this.#ofGroup.set(group, { group, version });
    this.clear();
  }

  /** Removes the cached results of `find`, after a kind, a version or a conversion was added. */
  clear(): void {
    this.#ofKind.clear();
  }

  /**
   * Returns the hub of a kind. If `__internal` has the kind, it is the hub. Otherwise, the hub is
   * the group's hub if that version has the kind. Otherwise, the hub is the first version to and
   * from which functions convert every other version. If no such version exists, the hub is the
   * version with the highest priority. Returns undefined for an unknown kind.
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
