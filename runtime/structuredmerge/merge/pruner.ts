import { FieldSet } from "../fieldpath/field-set.js";
import type { ManagedFields, VersionedSet } from "../fieldpath/managed-fields.js";
import type { TypedValue } from "../typed/typed-value.js";
import { convertIfServed, withPrefix, type Converter } from "./converter.js";

/** An object before fields are removed (`merged`), and after they are removed (`pruned`). */
interface Pruned {
  readonly merged: TypedValue;
  readonly pruned: TypedValue;
}

/**
 * Removes the fields that a manager applied earlier and now omits, unless another manager owns
 * them.
 */
export class Pruner {
  constructor(readonly converter: Converter) {}

  /**
   * Returns the merged object without the fields that the manager no longer applies. Returns
   * `merged` itself if the manager applied no fields before, or if the version that it applied does
   * not exist any more.
   *
   * @param merged the object after the new configuration was merged into it
   * @param managers the managers, with the new set of the applying manager
   * @param last the set that the manager applied before; undefined if there is none
   * @throws Error with Go's message if objects cannot be converted
   */
  prune(merged: TypedValue, managers: ManagedFields, manager: string, last: VersionedSet | undefined): TypedValue {
    if (last === undefined || last.set.empty) return merged;
    const object = convertIfServed(
      this.converter,
      merged,
      last.apiVersion,
      "failed to convert merged object to last applied version",
    );
    if (object === undefined) return merged;
    const removed = object.removeItems(last.set.ensureNamedFieldsAreMembers(object.type));
    const owned = withPrefix("failed add back owned items", () =>
      this.#addBackOwned(object, removed, last.apiVersion, managers),
    );
    const pruned = withPrefix("failed add back dangling items", () => this.#addBackDangling(object, owned, last));
    return this.converter.convert(pruned, (managers.get(manager) as VersionedSet).apiVersion);
  }

  /** Restores removed fields and items that are in the set of a manager. */
  #addBackOwned(merged: TypedValue, pruned: TypedValue, prunedVersion: string, managers: ManagedFields): TypedValue {
    const setsByVersion = new Map<string, FieldSet[]>();
    for (const { set, apiVersion } of managers.values()) {
      const sets = setsByVersion.get(apiVersion);
      if (sets === undefined) setsByVersion.set(apiVersion, [set]);
      else sets.push(set);
    }
    const byVersion = new Map(Array.from(setsByVersion, ([version, sets]) => [version, FieldSet.unionOf(sets)]));
    let current: Pruned = { merged, pruned };
    // The fields of managers with the pruned object's version are restored first, because
    // conversions to other versions may need them.
    const own = byVersion.get(prunedVersion);
    if (own !== undefined) current = this.#addBackOwnedIn(current, prunedVersion, own);
    byVersion.delete(prunedVersion);
    for (const [version, managed] of byVersion) current = this.#addBackOwnedIn(current, version, managed);
    return current.pruned;
  }

  #addBackOwnedIn(current: Pruned, version: string, managed: FieldSet): Pruned {
    const converted = (object: TypedValue, name: string): TypedValue | undefined =>
      convertIfServed(this.converter, object, version, `failed to convert ${name} object at version ${version}`);
    const merged = converted(current.merged, "merged");
    if (merged === undefined) return current;
    const pruned = converted(current.pruned, "pruned");
    if (pruned === undefined) return { ...current, merged };
    const fieldsOf = (object: TypedValue, name: string): FieldSet =>
      withPrefix(`failed to create field set from ${name} object at version ${version}`, () =>
        object.toFieldSet(),
      ).ensureNamedFieldsAreMembers(merged.type);
    const mergedSet = fieldsOf(merged, "merged");
    const kept = fieldsOf(pruned, "pruned").union(managed.ensureNamedFieldsAreMembers(merged.type));
    return { merged, pruned: merged.removeItems(mergedSet.difference(kept)) };
  }

  /** Restores removed fields and items that the manager did not apply before. */
  #addBackDangling(merged: TypedValue, pruned: TypedValue, last: VersionedSet): TypedValue {
    const converted = convertIfServed(
      this.converter,
      pruned,
      last.apiVersion,
      "failed to convert pruned object to last applied version",
    );
    if (converted === undefined) return merged;
    const fieldsOf = (object: TypedValue, name: string): FieldSet =>
      withPrefix(`failed to create field set from ${name} object in last applied version`, () =>
        object.toFieldSet(),
      ).ensureNamedFieldsAreMembers(merged.type);
    const prunedSet = fieldsOf(converted, "pruned");
    const removed = fieldsOf(merged, "merged").difference(prunedSet);
    return merged.removeItems(removed.intersection(last.set.ensureNamedFieldsAreMembers(merged.type)));
  }
}
