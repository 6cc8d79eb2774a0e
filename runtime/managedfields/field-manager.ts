import type { GroupVersionKind } from "../meta/v1/group-version.js";
import { groupVersionKindString, groupVersionString } from "../meta/group-version.js";
import type { ManagedFieldsEntry, ObjectMeta } from "../meta/v1/types.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import {
  Conflicts,
  excludeSetFilter,
  makePath,
  Updater,
  type Applied,
  FieldSet,
  type Filter,
  type ManagedFields,
  type TypedValue,
  type VersionedSet,
  type Path,
} from "../structuredmerge/index.js";
import { withPrefix } from "../structuredmerge/merge/converter.js";
import type { JSONObject, JSONValue, Time } from "../values/types.js";
import { deepCopyJSON } from "../json/values.js";
import { capManagers } from "./cap-managers.js";
import { lastAppliedOf, setLastApplied, unchangedSinceLastApplied } from "./last-applied.js";
import { decodeManagedFields, encodeManagedFields, type Managed } from "./managed.js";
import { managerIdentifier, type ManagerOperation } from "./manager-name.js";
import { hasManagers, groupVersionKindOf, objectText } from "./object-text.js";
import type { ObjectTyper } from "./object-typer.js";
import { managersOf } from "./sent-managers.js";

/** An object with metadata, which can contain managedFields. */
export interface ManagedObject extends RuntimeObject {
  metadata: ObjectMeta;
}

export interface FieldManagerOptions {
  readonly scheme: Scheme;
  readonly typer: ObjectTyper;
  /** Group, version and kind of the objects in requests. */
  readonly kind: GroupVersionKind;
  /** Name of the subresource; empty for the object itself. */
  readonly subresource: string;
  /**
   * Fields that writers of the resource cannot own, by version. Absent if clients can own all
   * fields.
   */
  readonly resetFields?: ReadonlyMap<string, FieldSet>;
  readonly now: () => Time;
}

/** Error for an applied configuration that is invalid for the type of the object. */
export class InvalidApplyError extends Error {
  override readonly name = "InvalidApplyError";
}

const beforeFirstApply = "before-first-apply";
const currentOperation = "current-operation";
const managedFieldsPath = makePath("metadata", "managedFields");

/**
 * Computes the managedFields of objects: which client has set which fields. Each instance serves
 * requests for one resource in one version. Source: `managedfields.FieldManager` of apimachinery.
 */
export class FieldManager {
  readonly #options: FieldManagerOptions;
  readonly #apiVersion: string;
  readonly #updater: Updater;
  #empty: TypedValue | undefined;

  constructor(options: FieldManagerOptions) {
    this.#options = options;
    this.#apiVersion = groupVersionString(options.kind);
    const filters = [...(options.resetFields ?? [])].map(([version, set]): [string, Filter] => [
      version,
      excludeSetFilter(set),
    ]);
    this.#updater = new Updater({ converter: options.typer, ignoreFilter: new Map(filters) });
  }

  /**
   * Sets the managedFields of an object that a create, update or patch will store. Mutates the
   * metadata of the object. If the managedFields cannot be computed, the object gets those of the
   * old object. The new managedFields can share `fieldsV1` values with the old object, so these
   * values must not be mutated.
   *
   * @param live the old object; undefined for a create
   * @param manager the name of the client
   * @returns the error if the managedFields cannot be computed; otherwise undefined
   */
  update(live: ManagedObject | undefined, object: ManagedObject, manager: string): Error | undefined {
    const old = live?.metadata.managedFields;
    const sent = this.#options.subresource === "" ? object.metadata.managedFields : undefined;
    const managed = managersOf(old ?? [], sent);
    try {
      setManagedFields(object, encodeManagedFields(this.#updated(live, object, managed, manager)));
      return undefined;
    } catch (error) {
      setManagedFields(object, old === undefined ? undefined : deepCopyJSON(old));
      return error as Error;
    }
  }

  /**
   * Merges an applied configuration into an object. Returns the merged object in the hub version,
   * with its new managedFields.
   *
   * @param live the old object; undefined for a create
   * @param config the body of the request. The caller must not change it afterwards
   * @param decode decodes an object of the request's version, sets its defaults and converts it to
   * the hub. It must not change its argument, which shares parts with the old object. Its result
   * must not share parts with its argument
   * @throws Conflicts if other managers own fields that the configuration changes, and `force` is
   * false
   * @throws InvalidApplyError for a configuration of another kind, with managed fields, with fields
   * that the type does not have, or with values of the wrong type
   * @throws Error with Go's message if the managedFields of the old object are invalid, or if the
   * old object cannot be converted
   */
  apply<T extends ManagedObject>(
    live: T | undefined,
    config: JSONObject,
    manager: string,
    force: boolean,
    decode: (value: JSONValue) => T,
  ): T {
    const entries = live?.metadata.managedFields ?? [];
    const decoded = withPrefix("failed to decode managed fields", () => decodeManagedFields(entries));
    const kind = groupVersionKindString(groupVersionKindOf(config));
    if (kind !== groupVersionKindString(this.#options.kind))
      throw new InvalidApplyError(`invalid object type: ${kind}`);
    const managed = this.#withFirstState(live, decoded);
    if (hasManagers(config)) throw new InvalidApplyError("metadata.managedFields must be nil");
    const applied = this.#applied(live, config, managed, manager, force);
    // Without an old object, an empty configuration creates an empty object.
    const value = applied.value ?? (live === undefined ? this.#emptyObject().asValue() : undefined);
    const object = value === undefined ? this.#options.scheme.copy(live as T) : decode(value);
    if (manager === "kubectl" && lastAppliedOf(object) !== undefined) setLastApplied(object, config);
    setManagedFields(object, encodeManagedFields(applied.managed));
    return object;
  }

  /**
   * Returns the field managers after an update. An existing object without field managers stays
   * without them.
   */
  #updated(live: ManagedObject | undefined, object: ManagedObject, managed: Managed, manager: string): Managed {
    const isTracked = managed.fields.size > 0 || (live?.metadata.uid ?? "") === "";
    return isTracked ? capManagers(this.#changed(live, object, managed, manager)) : managed;
  }

  /**
   * Returns the field managers after a change of an object. Fields that changed are added to the
   * manager, whose time is then set, except fields that no manager can own.
   */
  #changed(live: ManagedObject | undefined, object: ManagedObject, managed: Managed, manager: string): Managed {
    const versioned = this.#versioned(
      object,
      () => `new object (${objectText(object)}) to proper version (${this.#apiVersion})`,
    );
    const next = this.#typed(versioned, () => `failed to convert new object (${objectText(versioned)}) to smd typed`);
    const old = live === undefined ? this.#emptyObject() : this.#oldObject(live);
    const { managers } = withPrefix(
      () => `failed to update ManagedFields (${objectText(versioned)})`,
      () => this.#updater.update(old, next, this.#apiVersion, managed.fields, currentOperation),
    );
    // No manager owns the path of managedFields: in Go, the new object has no managedFields in this
    // comparison, so the path counts as removed.
    const hadManagers = live?.metadata.managedFields !== undefined;
    const fields = new Map(hadManagers ? withoutPath(managers, managedFieldsPath) : managers);
    const own = fields.get(currentOperation);
    if (own === undefined) return { fields, times: managed.times };
    fields.delete(currentOperation);
    const set = own.set.difference(untrackedFields);
    if (set.empty) return { fields, times: managed.times };
    const identifier = this.#identifier(manager, "Update");
    const previous = fields.get(identifier);
    const united = previous === undefined ? set : set.union(previous.set);
    const before = managed.fields.get(identifier)?.set;
    // An unchanged set is reused, because its JSON is already cached.
    fields.set(identifier, { ...own, set: before?.equals(united) === true ? before : united });
    return { fields, times: new Map(managed.times).set(identifier, this.#options.now()) };
  }

  #identifier(manager: string, operation: ManagerOperation): string {
    const { subresource } = this.#options;
    return managerIdentifier({ manager: manager || "unknown", operation, apiVersion: this.#apiVersion, subresource });
  }

  #oldObject(live: ManagedObject): TypedValue {
    const versioned = this.#versioned(live, () => `live object (${objectText(live)}) to proper version`);
    return this.#typed(versioned, () => `failed to convert live object (${objectText(versioned)}) to smd typed`);
  }

  /** Returns an empty object. As in Go, a created object is compared with it. */
  #emptyObject(): TypedValue {
    const { scheme, kind, typer } = this.#options;
    return (this.#empty ??= typer.typed(scheme.new(kind), true));
  }

  /** Returns the object in the request's version, without its managedFields. */
  #versioned(object: ManagedObject, text: () => string): RuntimeObject {
    const metadata = { ...object.metadata };
    delete metadata.managedFields;
    const withoutManagers: ManagedObject = { ...object, metadata };
    return withPrefix(
      () => `failed to convert ${text()}`,
      () => this.#options.typer.versioned(withoutManagers, this.#apiVersion),
    );
  }

  #typed(object: RuntimeObject, text: () => string): TypedValue {
    return withPrefix(text, () => this.#options.typer.typed(object, true));
  }

  /**
   * Returns the field managers before an apply. If an existing object has none, returns one
   * manager, `before-first-apply`, that owns all fields of the object. Otherwise returns `managed`.
   */
  #withFirstState(live: ManagedObject | undefined, managed: Managed): Managed {
    if (managed.fields.size > 0 || live === undefined) return managed;
    return withPrefix("failed to create manager for existing fields", () =>
      capManagers(this.#changed(undefined, live, managed, beforeFirstApply)),
    );
  }

  #applied(
    live: ManagedObject | undefined,
    config: JSONObject,
    managed: Managed,
    manager: string,
    force: boolean,
  ): { readonly value: JSONValue | undefined; readonly managed: Managed } {
    const versioned =
      live === undefined
        ? undefined
        : this.#versioned(live, () => `live object (${objectText(live)}) to proper version`);
    const typed = this.#typedConfig(config);
    const old =
      versioned === undefined
        ? this.#emptyObject()
        : this.#typed(versioned, () => `failed to create typed live object (${objectText(versioned)})`);
    const identifier = this.#identifier(manager, "Apply");
    const merge = (forced: boolean): Applied =>
      this.#updater.apply(old, typed, this.#apiVersion, managed.fields, identifier, forced);
    const { object, managers } = this.#merged(merge, live, old, manager, force);
    const fields = withoutUntracked(managers, identifier);
    const times = object === undefined ? managed.times : new Map(managed.times).set(identifier, this.#options.now());
    return { value: object?.asValue(), managed: { fields, times } };
  }

  #typedConfig(config: JSONObject): TypedValue {
    try {
      return this.#options.typer.typeOf(this.#apiVersion).fromValue(config);
    } catch (error) {
      const text = `failed to create typed patch object (${objectText(config)}): ${(error as Error).message}`;
      throw new InvalidApplyError(text, { cause: error });
    }
  }

  /**
   * Merges the configuration into the object. If all conflicts are about fields that `kubectl
   * apply` without `--server-side` has set before, merges again with `force`, so that users of
   * kubectl can switch to server-side apply.
   */
  #merged(
    merge: (force: boolean) => Applied,
    live: ManagedObject | undefined,
    old: TypedValue,
    manager: string,
    force: boolean,
  ): Applied {
    try {
      return merge(force);
    } catch (error) {
      // The old object is valid for its type, so the configuration has the invalid value, such as a
      // wrong time.
      if (!(error instanceof Conflicts)) throw new InvalidApplyError((error as Error).message, { cause: error });
      if (manager !== "kubectl" || live === undefined) throw error;
      const type = this.#options.typer.typeOf(this.#apiVersion);
      const kind = { apiVersion: this.#apiVersion, kind: this.#options.kind.kind };
      const allowed = unchangedSinceLastApplied(lastAppliedOf(live), type, kind, old);
      if (allowed === undefined) throw error;
      const others = error.conflicts.filter(({ path }) => !allowed.has(path));
      if (others.length > 0) throw new Conflicts(others);
      return merge(true);
    }
  }
}

function setManagedFields(object: ManagedObject, entries: ManagedFieldsEntry[] | undefined): void {
  if (entries === undefined) delete object.metadata.managedFields;
  else object.metadata.managedFields = entries;
}

function withoutUntracked(managers: ManagedFields, manager: string): ManagedFields {
  const versioned = managers.get(manager);
  if (versioned === undefined) return managers;
  const set = versioned.set.difference(untrackedFields);
  const fields = new Map<string, VersionedSet>(managers);
  if (set.empty) fields.delete(manager);
  else fields.set(manager, { ...versioned, set });
  return fields;
}

/**
 * Fields that no manager can own, because every write changes them or no write can change them.
 * Source: `stripMetaManager` of apimachinery.
 */
const untrackedFields = new FieldSet(
  ...["apiVersion", "kind", "metadata"].map((name) => makePath(name)),
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((name) => makePath("metadata", name)),
);

/**
 * Removes a path from the fields of all managers. A manager without remaining fields is removed.
 */
function withoutPath(managers: ManagedFields, path: Path): ManagedFields {
  const removed = new FieldSet(path);
  const result = new Map<string, VersionedSet>();
  for (const [manager, versioned] of managers) {
    const set = versioned.set.has(path) ? versioned.set.difference(removed) : versioned.set;
    if (!set.empty) result.set(manager, set === versioned.set ? versioned : { ...versioned, set });
  }
  return result;
}
