import type { GroupVersionKind } from "../group-version.js";
import { groupVersionKindString, groupVersionString } from "../group-version-text.js";
import type { ManagedFieldsEntry, ObjectMeta } from "../meta/v1/types.js";
import type { RuntimeObject } from "../scheme/runtime-object.js";
import type { Scheme } from "../scheme/scheme.js";
import {
  Conflicts,
  excludeSetFilter,
  FieldSet,
  makePath,
  Updater,
  type Applied,
  type Filter,
  type ManagedFields,
  type TypedValue,
  type VersionedSet,
} from "../structuredmerge/index.js";
import type { JSONObject, JSONValue, Time } from "../types.js";
import { capManagers } from "./cap-managers.js";
import { lastAppliedOf, setLastApplied, unchangedSinceLastApplied } from "./last-applied.js";
import {
  decodeManagedFields,
  encodeManagedFields,
  managerIdentifier,
  noManagers,
  type Managed,
  type Operation,
} from "./managed.js";
import type { ObjectTyper } from "./object-typer.js";

/** An object with metadata. */
export interface ManagedObject extends RuntimeObject {
  metadata: ObjectMeta;
}

export interface FieldManagerOptions {
  readonly scheme: Scheme;
  readonly typer: ObjectTyper;
  /** Kind and version of the requests. */
  readonly kind: GroupVersionKind;
  /** Name of the subresource; empty for the object itself. */
  readonly subresource: string;
  /** The fields of each version that writers of the resource cannot own. */
  readonly resetFields?: ReadonlyMap<string, FieldSet>;
  readonly now: () => Time;
}

/** Thrown for an applied configuration that the server cannot accept. */
export class InvalidApplyError extends Error {
  override readonly name = "InvalidApplyError";
}

const beforeFirstApply = "before-first-apply";
const currentOperation = "current-operation";

/** The fields that every write changes, or that no write can change: they have no manager. */
const untracked = new FieldSet(
  ...[["apiVersion"], ["kind"], ["metadata"]].map((parts) => makePath(...parts)),
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
 * Tracks which client has set which field of the objects of one resource, in requests of one
 * version. Source: `managedfields.FieldManager` of apimachinery.
 */
export class FieldManager {
  readonly #options: FieldManagerOptions;
  readonly #apiVersion: string;
  readonly #updater: Updater;

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
   * Sets the managers of an object that a create, update or patch will store, in place. If the
   * managers cannot be computed, the object keeps those of the old object.
   *
   * @param live the old object; undefined for a create
   * @param manager the name of the client
   */
  update(live: ManagedObject | undefined, object: ManagedObject, manager: string): void {
    const managed = this.#managedOf(live, object);
    try {
      setManagedFields(object, encodeManagedFields(this.#updated(live, object, managed, manager)));
    } catch {
      setManagedFields(object, live?.metadata.managedFields);
    }
  }

  /**
   * Returns the object that an applied configuration gives, in the hub version, with its managers.
   *
   * @param live the old object; undefined for a create
   * @param config the body of the request. It must not be changed afterwards
   * @param decode decodes an object of the request's version, sets its defaults and converts it to
   * the hub. It must not change its argument, which shares parts with the old object
   * @throws Conflicts if other managers own fields with other values, and `force` is false
   * @throws InvalidApplyError for a configuration of another kind, or with managed fields
   * @throws Error with Go's text for fields that the type does not have
   */
  apply<T extends ManagedObject>(
    live: T | undefined,
    config: JSONObject,
    manager: string,
    force: boolean,
    decode: (value: JSONValue) => T,
  ): T {
    this.#checkKind(config);
    const managed = this.#withFirstState(live, decodeManagedFields(live?.metadata.managedFields ?? []));
    const applied = this.#applied(live, config, managed, manager, force);
    const object = applied.value === undefined ? this.#unchanged(live) : decode(applied.value);
    if (manager === "kubectl" && lastAppliedOf(object) !== undefined) setLastApplied(object, config);
    setManagedFields(object, encodeManagedFields(applied.managed));
    return object;
  }

  #managedOf(live: ManagedObject | undefined, object: ManagedObject): Managed {
    const old = live?.metadata.managedFields ?? [];
    // A write of a subresource cannot set managed fields.
    const sent = this.#options.subresource === "" ? object.metadata.managedFields : undefined;
    if (sent === undefined) return managedOrNone(old);
    if (isReset(sent)) return noManagers;
    const managed = managedOrNone(sent);
    // A client that does not know managed fields must not remove them by accident.
    return managed.fields.size === 0 ? managedOrNone(old) : managed;
  }

  /** Objects without managers are not tracked, except from their creation on. */
  #updated(live: ManagedObject | undefined, object: ManagedObject, managed: Managed, manager: string): Managed {
    const isTracked = managed.fields.size > 0 || (live?.metadata.uid ?? "") === "";
    return isTracked ? capManagers(this.#changed(live, object, managed, manager)) : managed;
  }

  /** Gives the fields that differ to the manager, with the current time. */
  #changed(live: ManagedObject | undefined, object: ManagedObject, managed: Managed, manager: string): Managed {
    const [old, next] = [this.#typed(live), this.#typed(object)];
    const result = this.#updater.update(old, next, this.#apiVersion, managed.fields, currentOperation);
    const fields = new Map(result.managers);
    const own = fields.get(currentOperation);
    fields.delete(currentOperation);
    const set = own?.set.difference(untracked);
    if (own === undefined || set === undefined || set.empty) return { fields, times: managed.times };
    const identifier = this.#identifier(manager, "Update");
    const previous = fields.get(identifier);
    fields.set(identifier, { ...own, set: previous === undefined ? set : set.union(previous.set) });
    return { fields, times: new Map(managed.times).set(identifier, this.#options.now()) };
  }

  #identifier(manager: string, operation: Operation): string {
    const { subresource } = this.#options;
    return managerIdentifier({ manager: manager || "unknown", operation, apiVersion: this.#apiVersion, subresource });
  }

  /** Returns an object of the request's version; an empty object for undefined. */
  #typed(object: ManagedObject | undefined): TypedValue {
    const given = object ?? (this.#options.scheme.new(this.#options.kind) as ManagedObject);
    const metadata = { ...given.metadata };
    delete metadata.managedFields;
    const withoutManagers: ManagedObject = { ...given, metadata };
    return this.#options.typer.typed(withoutManagers, this.#apiVersion);
  }

  #checkKind(config: JSONObject): void {
    const [group, version] = splitVersion(textOf(config, "apiVersion"));
    const kind = { group, version, kind: textOf(config, "kind") };
    const given = groupVersionKindString(kind);
    if (given !== groupVersionKindString(this.#options.kind))
      throw new InvalidApplyError(`invalid object type: ${given}`);
    const metadata = config["metadata"] as JSONObject | null | undefined;
    if ((metadata?.["managedFields"] ?? null) !== null)
      throw new InvalidApplyError("metadata.managedFields must be nil");
  }

  /** The first apply records the fields that exist already. */
  #withFirstState(live: ManagedObject | undefined, managed: Managed): Managed {
    if (managed.fields.size > 0 || live === undefined) return managed;
    return capManagers(this.#changed(undefined, live, managed, beforeFirstApply));
  }

  #applied(
    live: ManagedObject | undefined,
    config: JSONObject,
    managed: Managed,
    manager: string,
    force: boolean,
  ): { readonly value: JSONValue | undefined; readonly managed: Managed } {
    const old = this.#typed(live);
    const typed = this.#typedConfig(config);
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
      const metadata = (config["metadata"] ?? {}) as JSONObject;
      const name = `${textOf(metadata, "namespace")}/${textOf(metadata, "name")}`;
      const kind = groupVersionKindString(this.#options.kind);
      throw new InvalidApplyError(
        `failed to create typed patch object (${name}; ${kind}): ${(error as Error).message}`,
        { cause: error },
      );
    }
  }

  /**
   * Merges, and once more by force if only fields conflict that the same user has set by
   * `kubectl apply` without `--server-side`.
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
      if (!(error instanceof Conflicts) || manager !== "kubectl" || live === undefined) throw error;
      const type = this.#options.typer.typeOf(this.#apiVersion);
      const allowed = unchangedSinceLastApplied(lastAppliedOf(live), type, this.#apiVersion, old);
      if (allowed === undefined) throw error;
      const others = error.conflicts.filter(({ path }) => !allowed.has(path));
      if (others.length > 0) throw new Conflicts(others);
      return merge(true);
    }
  }

  #unchanged<T extends ManagedObject>(live: T | undefined): T {
    const { scheme, kind } = this.#options;
    return (live === undefined ? scheme.new(kind) : scheme.copy(live)) as T;
  }
}

function setManagedFields(object: ManagedObject, entries: ManagedFieldsEntry[] | undefined): void {
  if (entries === undefined) delete object.metadata.managedFields;
  else object.metadata.managedFields = entries;
}

/** An empty list, or one empty entry, removes all managers. */
function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  const [first] = entries;
  return first === undefined || (entries.length === 1 && Object.keys(first).length === 0);
}

function managedOrNone(entries: readonly ManagedFieldsEntry[]): Managed {
  try {
    return decodeManagedFields(entries);
  } catch {
    return noManagers;
  }
}

function withoutUntracked(managers: ManagedFields, manager: string): ManagedFields {
  const versioned = managers.get(manager);
  if (versioned === undefined) return managers;
  const set = versioned.set.difference(untracked);
  const fields = new Map<string, VersionedSet>(managers);
  if (set.empty) fields.delete(manager);
  else fields.set(manager, { ...versioned, set });
  return fields;
}

function textOf(object: JSONObject, name: string): string {
  const value = object[name];
  return typeof value === "string" ? value : "";
}

function splitVersion(apiVersion: string): [string, string] {
  const at = apiVersion.indexOf("/");
  return at === -1 ? ["", apiVersion] : [apiVersion.slice(0, at), apiVersion.slice(at + 1)];
}
