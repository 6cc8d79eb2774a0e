import { groupVersionString, shapeOf, timeOf, type GroupVersionKind, type Scheme } from "@apimachinery/runtime";
import { FieldManager, ObjectTyper, type ReplicasPaths } from "@apimachinery/runtime/managedfields";
import { FieldSet, makePath, type Path } from "@apimachinery/runtime/structuredmerge";
import { FieldTracker } from "../endpoints/field-tracker.js";
import type { CompleteStrategy } from "../registry/complete-strategy.js";
import { scaleGVK } from "../registry/scale.js";
import { keptMetadata } from "../registry/status-strategy.js";
import type { Store } from "../registry/store.js";
import type { APIGroupInfo } from "./api-group.js";

/** Creates the field trackers of the kinds of a group. */
export class FieldTrackers {
  readonly #info: APIGroupInfo;
  /** Types of the objects of each kind, by kind. All versions of a kind share them. */
  readonly #typers = new Map<string, ObjectTyper>();

  constructor(info: APIGroupInfo) {
    this.#info = info;
  }

  /**
   * Returns the tracker of a resource or subresource; undefined if the strategy of the kind turns
   * managedFields off.
   */
  of(kind: GroupVersionKind, { strategy, statusStrategy }: Store, subresource: string): FieldTracker | undefined {
    if (!strategy.managedFields) return undefined;
    const create = (): FieldManager =>
      new FieldManager({
        scheme: this.#info.scheme,
        typer: this.#typerOf(kind),
        kind,
        subresource,
        ...(subresource === "" || subresource === "status"
          ? { resetFields: this.#resetFields(kind, subresource === "" ? strategy : statusStrategy, subresource) }
          : {}),
        now: () => timeOf(new Date()),
      });
    return new FieldTracker(create);
  }

  /**
   * Returns the tracker of the scale subresource, whose objects are Scales. Returns undefined if
   * the strategy of the kind turns managedFields off.
   */
  ofScale({ strategy }: Store, scheme: Scheme): FieldTracker | undefined {
    if (!strategy.managedFields) return undefined;
    const create = (): FieldManager =>
      new FieldManager({
        scheme,
        typer: new ObjectTyper(scheme, scaleGVK, [scaleGVK.version]),
        kind: scaleGVK,
        subresource: "scale",
        now: () => timeOf(new Date()),
      });
    return new FieldTracker(create);
  }

  /**
   * Returns the path to the desired number of replicas in each version that is served; undefined
   * for a version without the scale subresource.
   */
  replicasPaths(kind: GroupVersionKind): ReplicasPaths {
    const { scheme } = this.#info;
    const paths = this.#versionsOf(kind).map((version): [string, Path | undefined] => {
      const versioned = { ...kind, version };
      const path = scheme.definitionFor(versioned).subresources?.scale?.specReplicasPath;
      return [groupVersionString(versioned), path && makePath(...path)];
    });
    return new Map(paths);
  }

  #typerOf(kind: GroupVersionKind): ObjectTyper {
    const known = this.#typers.get(kind.kind);
    if (known !== undefined) return known;
    const typer = new ObjectTyper(this.#info.scheme, kind, this.#versionsOf(kind));
    this.#typers.set(kind.kind, typer);
    return typer;
  }

  #versionsOf(kind: GroupVersionKind): string[] {
    const { scheme, versions } = this.#info;
    return scheme
      .versionsForGroupKind(kind)
      .map(({ version }) => version)
      .filter((version) => Object.hasOwn(versions, version));
  }

  /**
   * Returns, for each version, the fields that a write of the object or of its status cannot set.
   */
  #resetFields(
    kind: GroupVersionKind,
    strategy: CompleteStrategy | undefined,
    subresource: "" | "status",
  ): ReadonlyMap<string, FieldSet> {
    const sets = this.#versionsOf(kind).map((version): [string, FieldSet] => {
      const versioned = { ...kind, version };
      const own = strategy?.resetFields[version] ?? new FieldSet();
      if (subresource === "status") return [groupVersionString(versioned), own.union(this.#allButStatus(versioned))];
      const status = strategy?.separatesStatus === true ? new FieldSet(makePath("status")) : new FieldSet();
      return [groupVersionString(versioned), own.union(status)];
    });
    return new Map(sets);
  }

  #allButStatus(kind: GroupVersionKind): FieldSet {
    const { fields = {} } = shapeOf(this.#info.scheme.schemaFor(kind));
    const names = Object.keys(fields).filter((name) => name !== "status" && name !== "metadata");
    return new FieldSet(
      ...names.map((name) => makePath(name)),
      ...keptMetadata.map((name) => makePath("metadata", name)),
    );
  }
}
