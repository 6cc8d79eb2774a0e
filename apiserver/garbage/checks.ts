import { isNotFound, retryOnConflict } from "@apimachinery/client";
import type { DeletionPropagation, OwnerReference } from "@apimachinery/runtime";
import type { Log } from "../logging/log.js";
import { foregroundFinalizer, orphanFinalizer } from "../registry/garbage-collection.js";
import type { ObjectPlace } from "./collected-resources.js";
import type { Follower } from "./follower.js";
import type { Graph, Node } from "./graph.js";
import type { Latest, CollectorObjects } from "./objects.js";
import type { OwnerLookup } from "./owners.js";

/** Maximum number of concurrent requests that remove the references to an orphaning object. */
const patches = 20;

/**
 * Backoff between the attempts to write an object that other clients change; the duration is in
 * milliseconds.
 */
const conflicts = { steps: 5, duration: 10, factor: 3, jitter: 0.1 };

export interface ChecksOptions {
  readonly graph: Graph;
  readonly objects: CollectorObjects;
  readonly owners: OwnerLookup;
  readonly followers: readonly Follower[];
  readonly log: Pick<Log, "info">;
  readonly signal: AbortSignal;
}

/** A node of the graph, with the stored state of its object. */
interface Checked {
  readonly node: Node;
  readonly place: ObjectPlace;
  readonly latest: Latest;
}

/**
 * Decides about one object at a time: keeps it, deletes it, or changes its owner references or
 * finalizers.
 */
export class Checks {
  readonly #options: ChecksOptions;

  constructor(options: ChecksOptions) {
    this.#options = options;
  }

  /**
   * Checks an object. Repeats the check if another client has changed the object meanwhile.
   * @throws Error of a request; the object must then be checked later
   */
  check(node: Node): Promise<void> {
    return retryOnConflict(() => this.#check(node), conflicts, this.#options.signal);
  }

  async #check(node: Node): Promise<void> {
    const { graph, objects } = this.#options;
    const { place, state } = node;
    // An object in the state `deleting` waits only for the finalizers of other programs, so the
    // collector has nothing to do.
    if (place === undefined || state === "deleting" || (state === "live" && graph.isSettled(node))) return;
    const { latest } = await objects.read(place);
    if (latest?.uid !== node.uid) return;
    const checked = { node, place, latest };
    try {
      if (state === "orphaning") await this.#orphan(checked);
      else if (state === "deletingDependents") await this.#deleteDependents(checked);
      else await this.#collect(checked);
    } catch (error) {
      // Another program has deleted the object.
      if (!isNotFound(error)) throw error;
    }
  }

  /**
   * Removes the references to an orphaning object from its dependents, and then the finalizer
   * `orphan` from the object.
   */
  async #orphan({ node, place, latest }: Checked): Promise<void> {
    await this.#catchUp(latest);
    const dependents = [...node.dependents].values();
    const work = async () => {
      for (const dependent of dependents) await this.#removeOwner(dependent, node.uid);
    };
    await Promise.all(Array.from({ length: patches }, work));
    await this.#removeFinalizer(place, latest, orphanFinalizer);
  }

  async #removeOwner({ place, uid: dependentUid }: Node, uid: string): Promise<void> {
    if (place === undefined) return;
    const remove = async () => {
      const { latest } = await this.#options.objects.read(place);
      if (latest?.uid !== dependentUid) return;
      await this.#setOwners(place, latest, (owner) => (owner.uid === uid ? undefined : owner));
    };
    try {
      await retryOnConflict(remove, conflicts, this.#options.signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /**
   * Removes the finalizer `foregroundDeletion` from an object if no dependent blocks its deletion.
   * Otherwise adds the blocking dependents that are not being deleted to the queue.
   */
  async #deleteDependents({ node, place, latest }: Checked): Promise<void> {
    await this.#catchUp(latest);
    const blocking = this.#options.graph.blockingDependents(node);
    if (blocking.length === 0) await this.#removeFinalizer(place, latest, foregroundFinalizer);
    else this.#options.graph.recheck(blocking.filter(({ state }) => state === "live"));
  }

  /**
   * Deletes an object with owner references unless it has a solid owner: an owner that exists, and
   * does not wait for the deletion of its dependents. If the object has a solid owner, removes the
   * references to its other owners. Does nothing if the existence of an owner cannot be decided.
   */
  async #collect({ node, place, latest }: Checked): Promise<void> {
    const { ownerReferences = [] } = latest.metadata;
    if (ownerReferences.length === 0) return;
    const owners = await this.#options.owners.classify(node, place, ownerReferences);
    if (owners === undefined) return;
    const { solid, dangling, waiting } = owners;
    if (solid.length > 0) {
      // If the object kept its reference to a waiting owner, that owner would never be removed.
      const removed = new Set([...dangling, ...waiting]);
      await this.#setOwners(place, latest, (owner) => (removed.has(owner) ? undefined : owner));
      return;
    }
    if (waiting.length > 0) {
      await this.#catchUp(latest);
      if (node.dependents.size > 0) {
        await this.#delete(place, await this.#unblocked({ node, place, latest }), "Foreground");
        return;
      }
    }
    await this.#delete(place, latest, policyOf(latest));
  }

  /**
   * Ends a possible cycle of objects that wait for each other: if a dependent of an object waits
   * for its own dependents, the object no longer blocks the deletion of its owners.
   */
  async #unblocked({ node, place, latest }: Checked): Promise<Latest> {
    const isWaiting = [...node.dependents].some(({ state }) => state === "deletingDependents");
    if (!isWaiting) return latest;
    return this.#setOwners(place, latest, (owner) =>
      owner.blockOwnerDeletion === true ? { ...owner, blockOwnerDeletion: false } : owner,
    );
  }

  /**
   * Replaces the owner references of an object by the results of `change`; undefined removes a
   * reference. Does not write an object without a difference.
   */
  async #setOwners(
    place: ObjectPlace,
    latest: Latest,
    change: (owner: OwnerReference) => OwnerReference | undefined,
  ): Promise<Latest> {
    const { ownerReferences: before = [] } = latest.metadata;
    const next = before.flatMap((owner) => change(owner) ?? []);
    if (next.length === before.length && next.every((owner, index) => owner === before[index])) return latest;
    return this.#options.objects.patch(place, latest, { ownerReferences: next.length === 0 ? null : next });
  }

  async #removeFinalizer(place: ObjectPlace, latest: Latest, removed: string): Promise<void> {
    const { finalizers = [] } = latest.metadata;
    if (!finalizers.includes(removed)) return;
    await this.#options.objects.patch(place, latest, { finalizers: finalizers.filter((each) => each !== removed) });
  }

  async #delete(place: ObjectPlace, latest: Latest, policy: DeletionPropagation): Promise<void> {
    const { namespace, name, resource } = place;
    const fields = { resource: resource.resource, namespace, name, uid: latest.uid, propagationPolicy: policy };
    this.#options.log.info(2, "Deleting item", fields);
    await this.#options.objects.delete(place, latest, policy);
  }

  /**
   * Applies all changes up to the revision of an object to the graph. The graph then has all
   * dependents that existed when the object was changed.
   * @throws OutdatedGraphError if the store has not reported all of these changes yet
   */
  async #catchUp({ resourceVersion }: Latest): Promise<void> {
    for (const follower of this.#options.followers) await follower.catchUp(Number(resourceVersion));
  }
}

/**
 * Returns the deletion policy that matches the finalizers of an object, so that a deletion does not
 * change them.
 */
function policyOf({ metadata: { finalizers = [] } }: Latest): DeletionPropagation {
  if (finalizers.includes(orphanFinalizer)) return "Orphan";
  return finalizers.includes(foregroundFinalizer) ? "Foreground" : "Background";
}
