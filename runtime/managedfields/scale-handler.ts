import type { ManagedFieldsEntry } from "../meta/v1/types.js";
import { FieldSet, makePath, type Path, type VersionedSet } from "../structuredmerge/index.js";
import type { Time } from "../values/types.js";
import { decodeManagedFields, encodeManagedFields, type Managed } from "./managed.js";

/**
 * Path to the number of replicas in an object, by version of the resource (`apps/v1`). The path is
 * undefined for a version without a number of replicas.
 */
export type ReplicasPaths = ReadonlyMap<string, Path | undefined>;

const scaleVersion = "autoscaling/v1";
const replicasInScale = makePath("spec", "replicas");

/**
 * Converts managedFields between an object and its `scale` subresource. In both, the managers of
 * the number of replicas are the same. Source: `managedfields.ScaleHandler` of apimachinery.
 */
export class ScaleHandler {
  readonly #parent: readonly ManagedFieldsEntry[];
  readonly #apiVersion: string;
  readonly #paths: ReplicasPaths;

  /**
   * @param parent managedFields of the object
   * @param apiVersion version of the object in the request
   */
  constructor(parent: readonly ManagedFieldsEntry[], apiVersion: string, paths: ReplicasPaths) {
    this.#parent = parent;
    this.#apiVersion = apiVersion;
    this.#paths = paths;
  }

  /**
   * Returns the managedFields of the `scale` subresource: the managers that own the number of
   * replicas of the object. Returns undefined if there are none.
   *
   * @throws Error with Go's message if an entry of the object is invalid
   */
  toSubresource(): ManagedFieldsEntry[] | undefined {
    const parent = decodeManagedFields(this.#parent);
    const result = new ChangedManagers(parent);
    for (const [manager, { set, apiVersion, applied }] of parent.fields) {
      const path = this.#paths.get(apiVersion);
      if (path !== undefined && set.has(path))
        result.add(manager, { set: new FieldSet(replicasInScale), apiVersion: scaleVersion, applied });
    }
    return encodeManagedFields(result);
  }

  /**
   * Returns the managedFields of the object after a write to its `scale` subresource; undefined if
   * no managers remain. Managers whose version `paths` does not contain are removed.
   *
   * @param scale managedFields of the subresource after the write
   * @throws Error with Go's message if an entry is invalid
   */
  toParent(scale: readonly ManagedFieldsEntry[]): ManagedFieldsEntry[] | undefined {
    const parent = decodeManagedFields(this.#parent);
    const scaleFields = new Map(decodeManagedFields(scale).fields);
    const result = new ChangedManagers(parent);
    for (const [manager, versioned] of parent.fields) {
      if (!this.#paths.has(versioned.apiVersion)) continue;
      const path = this.#paths.get(versioned.apiVersion);
      if (path === undefined || !versioned.set.has(path) || scaleFields.delete(manager)) {
        result.add(manager, versioned);
        continue;
      }
      // After the write, this manager no longer owns the number of replicas.
      const set = versioned.set.difference(new FieldSet(path));
      if (!set.empty) result.add(manager, { ...versioned, set });
    }
    for (const [manager, { set, applied }] of scaleFields)
      if (set.has(replicasInScale))
        result.add(manager, { set: this.#replicas(), apiVersion: this.#apiVersion, applied });
    return encodeManagedFields(result);
  }

  #replicas(): FieldSet {
    return new FieldSet(this.#paths.get(this.#apiVersion) ?? []);
  }
}

/**
 * Collects managers. The time of each manager is its time in the managedFields of the object. A
 * manager that is not in the managedFields of the object has no time.
 */
class ChangedManagers implements Managed {
  readonly fields = new Map<string, VersionedSet>();
  readonly times = new Map<string, Time>();
  readonly #parent: Managed;

  constructor(parent: Managed) {
    this.#parent = parent;
  }

  add(manager: string, versioned: VersionedSet): void {
    this.fields.set(manager, versioned);
    const time = this.#parent.times.get(manager);
    if (time !== undefined) this.times.set(manager, time);
  }
}
