import { jsonEqual } from "../../json/values.js";
import { FieldSet } from "../fieldpath/field-set.js";
import { excludeSetFilter, type Filter } from "../fieldpath/filters.js";
import type { ManagedFields, VersionedSet } from "../fieldpath/managed-fields.js";
import type { Comparison } from "../typed/comparison.js";
import { reconcileFieldSetWithSchema } from "../typed/reconcile.js";
import type { TypedValue } from "../typed/typed-value.js";
import { Conflicts } from "./conflicts.js";
import { convertIfServed, withPrefix, type Converter } from "./converter.js";
import { Pruner } from "./pruner.js";

/** The object and the managers after an update. */
export interface Updated {
  readonly object: TypedValue;
  readonly managers: ManagedFields;
}

/**
 * The object and the managers after an apply. The object is undefined if it does not change and
 * `returnInputOnNoop` is not set.
 */
export interface Applied {
  readonly object: TypedValue | undefined;
  readonly managers: ManagedFields;
}

export interface UpdaterOptions {
  readonly converter: Converter;
  /** True if `apply` must return the object even if the object does not change. */
  readonly returnInputOnNoop?: boolean;
  /**
   * The fields that managers cannot own, by version. Must not be set together with `ignoreFilter`.
   */
  readonly ignoredFields?: ReadonlyMap<string, FieldSet>;
  /**
   * Filters that keep only the fields that managers can own, by version. Must not be set together
   * with `ignoredFields`.
   */
  readonly ignoreFilter?: ReadonlyMap<string, Filter>;
}

type Managers = Map<string, VersionedSet>;

/**
 * Computes the owners of an object's fields after an update, and merges configurations for an
 * apply. Source: `merge.Updater`.
 */
export class Updater {
  readonly #options: UpdaterOptions;
  readonly #pruner: Pruner;

  constructor(options: UpdaterOptions) {
    this.#options = options;
    this.#pruner = new Pruner(options.converter);
  }

  /**
   * Returns the managers after a create, update or patch. The given manager becomes the owner of
   * the fields that it changes. All other managers lose these fields and the removed fields.
   *
   * @param live the object before the request; an empty object for a create
   * @param newObject the object that will be stored, in the same version
   * @throws Error with Go's message if objects cannot be converted or compared
   */
  update(live: TypedValue, newObject: TypedValue, version: string, managers: ManagedFields, manager: string): Updated {
    const current = this.#reconciled(live, managers);
    const { removed, modified, added } = this.#transfer(live, newObject, version, current, manager, true);
    const owned = current.get(manager)?.set ?? new FieldSet();
    const set = this.#owned(owned.difference(removed).union(modified).union(added), version);
    if (set.empty) current.delete(manager);
    else current.set(manager, { set, apiVersion: version, applied: false });
    return { object: newObject, managers: current };
  }

  /**
   * Merges the configuration of a manager into the object. Fields that the manager applied earlier
   * and now omits are removed, unless another manager owns them.
   *
   * @param force true to take fields from other managers instead of throwing Conflicts
   * @throws Conflicts if the apply changes a field that another manager owns, and `force` is false
   * @throws Error with Go's message if objects cannot be merged, converted or compared
   */
  apply(
    live: TypedValue,
    config: TypedValue,
    version: string,
    managers: ManagedFields,
    manager: string,
    force: boolean,
  ): Applied {
    const current = this.#reconciled(live, managers);
    const merged = withPrefix("failed to merge config", () => live.merge(config));
    const last = current.get(manager);
    const set = withPrefix("failed to get field set", () => config.toFieldSet());
    current.set(manager, { set: this.#owned(set, version), apiVersion: version, applied: true });
    const pruned = withPrefix("failed to prune fields", () => this.#pruner.prune(merged, current, manager, last));
    this.#transfer(live, pruned, version, current, manager, force);
    const isSame = this.#options.returnInputOnNoop !== true && jsonEqual(live.asValue(), pruned.asValue(), true);
    return { object: isSame ? undefined : pruned, managers: current };
  }

  /** Returns the fields of a set that managers can own. */
  #owned(set: FieldSet, version: string): FieldSet {
    const { ignoredFields, ignoreFilter } = this.#filters();
    const ignored = ignoredFields?.get(version);
    if (ignored !== undefined) return excludeSetFilter(ignored).filter(set);
    return ignoreFilter?.get(version)?.filter(set) ?? set;
  }

  #filters(): Pick<UpdaterOptions, "ignoredFields" | "ignoreFilter"> {
    if (this.#options.ignoredFields !== undefined && this.#options.ignoreFilter !== undefined)
      // As in Go, the message names the same option twice.
      throw new Error("IgnoreFilter and IgnoreFilter may not both be set");
    return this.#options;
  }

  #compare(live: TypedValue, newObject: TypedValue, version: string): Comparison {
    const comparison = withPrefix("failed to compare objects", () => live.compare(newObject));
    const { ignoredFields, ignoreFilter } = this.#filters();
    const ignored = ignoredFields?.get(version);
    if (ignored !== undefined) return comparison.excludeFields(ignored);
    const filter = ignoreFilter?.get(version);
    return filter === undefined ? comparison : comparison.filterFields(filter);
  }

  /**
   * Removes changed and removed fields from the sets of the other managers, and returns the changes
   * in the version of the request. Also removes managers whose version does not exist any more.
   * Mutates `managers`.
   *
   * @throws Conflicts if other managers own changed fields, and `force` is false
   */
  #transfer(
    live: TypedValue,
    newObject: TypedValue,
    version: string,
    managers: Managers,
    manager: string,
    force: boolean,
  ): Comparison {
    const comparisons = new Map([[version, this.#compare(live, newObject, version)]]);
    const conflicts = new Map<string, VersionedSet>();
    const left = new Map<string, FieldSet>();
    for (const [other, { set, apiVersion }] of managers) {
      if (other === manager) continue;
      const comparison = comparisons.get(apiVersion) ?? this.#compareIn(live, newObject, apiVersion);
      if (comparison === undefined) {
        managers.delete(other);
        continue;
      }
      comparisons.set(apiVersion, comparison);
      const conflict = set.intersection(comparison.changed);
      if (!conflict.empty) conflicts.set(other, { set: conflict, apiVersion, applied: false });
      left.set(other, set.difference(conflict).difference(comparison.removed));
    }
    if (!force && conflicts.size > 0) throw Conflicts.fromManagers(conflicts);
    setLeft(managers, left);
    return comparisons.get(version) as Comparison;
  }

  /**
   * Compares two objects after a conversion to a version. Returns undefined if the version does not
   * exist any more.
   */
  #compareIn(live: TypedValue, newObject: TypedValue, version: string): Comparison | undefined {
    const { converter } = this.#options;
    const old = convertIfServed(converter, live, version, "failed to convert old object");
    if (old === undefined) return undefined;
    const changed = convertIfServed(converter, newObject, version, "failed to convert new object");
    return changed === undefined ? undefined : this.#compare(old, changed, version);
  }

  /**
   * Returns a copy of the managers. Their field sets are adapted to changes of the schema. Managers
   * whose version does not exist any more are left out.
   */
  #reconciled(live: TypedValue, managers: ManagedFields): Managers {
    const result: Managers = new Map();
    for (const [manager, versioned] of managers) {
      const object = convertIfServed(this.#options.converter, live, versioned.apiVersion);
      if (object === undefined) continue;
      const set = reconcileFieldSetWithSchema(versioned.set, object);
      result.set(manager, set === undefined ? versioned : { ...versioned, set });
    }
    return result;
  }
}

/**
 * Gives managers the remaining field sets in `left`, and removes managers without fields. Mutates
 * `managers`.
 */
function setLeft(managers: Managers, left: ReadonlyMap<string, FieldSet>): void {
  for (const [manager, versioned] of managers) {
    const set = left.get(manager) ?? versioned.set;
    if (set.empty) managers.delete(manager);
    else if (!set.equals(versioned.set)) managers.set(manager, { ...versioned, set });
  }
}
