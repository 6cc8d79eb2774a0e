import type { ObjectMeta, OwnerReference } from "@apimachinery/runtime";
import { foregroundFinalizer } from "../registry/garbage-collection.js";
import type { CollectedResource, CollectedResources, ObjectPlace } from "./collected-resources.js";
import type { Follower } from "./follower.js";
import type { Graph, Node } from "./graph.js";
import type { InvalidOwners } from "./invalid-owners.js";
import type { Latest, CollectorObjects } from "./objects.js";

/** The owner references of an object by the state of the owners. */
export interface ClassifiedOwners {
  /** Owners that exist, and do not wait for the deletion of their dependents. */
  readonly solid: readonly OwnerReference[];
  /** Owners that do not exist. */
  readonly dangling: readonly OwnerReference[];
  /** Owners that are removed when their dependents are deleted. */
  readonly waiting: readonly OwnerReference[];
}

export interface OwnersOptions {
  readonly resources: CollectedResources;
  readonly graph: Graph;
  readonly objects: CollectorObjects;
  readonly followers: ReadonlyMap<CollectedResource, Follower>;
  /** Writes events about invalid owners; undefined if the server does not serve events. */
  readonly invalidOwners: InvalidOwners | undefined;
}

/** Finds out which owners of an object exist. */
export class OwnerLookup {
  readonly #options: OwnersOptions;

  constructor(options: OwnersOptions) {
    this.#options = options;
  }

  /**
   * Reads the owners of an object.
   * @returns the owner references by the state of the owners; undefined if the existence of an
   *   owner cannot be decided, because the server does not serve its kind, or because it is a
   *   namespaced owner of a cluster-scoped object. The object is then not deleted.
   */
  async classify(
    node: Node,
    place: ObjectPlace,
    owners: readonly OwnerReference[],
  ): Promise<ClassifiedOwners | undefined> {
    const solid: OwnerReference[] = [];
    const dangling: OwnerReference[] = [];
    const waiting: OwnerReference[] = [];
    for (const owner of owners) {
      const named = this.#options.resources.ownerPlace(owner, place.namespace);
      if (named === "namespaced owner") this.#options.invalidOwners?.report(place, node.uid, owner);
      if (typeof named === "string") return undefined;
      const latest = await this.#find(node, place, owner, named);
      (latest === undefined ? dangling : waits(latest.metadata) ? waiting : solid).push(owner);
    }
    return { solid, dangling, waiting };
  }

  /** Returns an owner; undefined if it does not exist, or has another uid. */
  async #find(node: Node, place: ObjectPlace, owner: OwnerReference, named: ObjectPlace): Promise<Latest | undefined> {
    const { graph, invalidOwners } = this.#options;
    if (graph.absenceOf(named, owner.uid) === undefined) {
      const latest = await this.#read(node, owner, named);
      if (latest !== undefined) return latest;
    }
    let absence = graph.absenceOf(named, owner.uid);
    if (absence === undefined) {
      absence = invalidOwners?.isElsewhere(owner, named) ?? Promise.resolve(false);
      graph.addAbsence(named, owner.uid, absence);
    }
    if (await absence) invalidOwners?.report(place, node.uid, owner);
    return undefined;
  }

  /**
   * Reads an owner, and records in the graph that it exists. Returns undefined if the owner does
   * not exist, or has another uid.
   */
  async #read(node: Node, owner: OwnerReference, named: ObjectPlace): Promise<Latest | undefined> {
    const { graph, objects, followers } = this.#options;
    for (;;) {
      const { latest, revision } = await objects.read(named);
      if (latest?.uid !== owner.uid) return undefined;
      // The owner may have been deleted after this read. If the graph already contains this
      // deletion, `confirm` would add the owner again, and no later event would remove it.
      if ((followers.get(named.resource)?.lastDeletion ?? 0) > revision) continue;
      graph.confirm(named, owner.uid, node);
      return latest;
    }
  }
}

function waits({ deletionTimestamp, finalizers = [] }: Readonly<ObjectMeta>): boolean {
  return deletionTimestamp !== undefined && finalizers.includes(foregroundFinalizer);
}
