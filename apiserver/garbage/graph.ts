import { isDeepStrictEqual } from "node:util";
import type { ObjectMeta, OwnerReference } from "@apimachinery/runtime";
import { Cache } from "../util/cache.js";
import { foregroundFinalizer, orphanFinalizer } from "../registry/garbage-collection.js";
import type { CollectedResource, CollectedResources, ObjectPlace } from "./collected-resources.js";

/**
 * State of an object. An object that is `live` is not being deleted. All other objects are being
 * deleted: an object that is `orphaning` waits until its dependents have lost their reference to
 * it, an object that is `deletingDependents` waits until its dependents are deleted, and an object
 * that is `deleting` does not wait for the collector.
 */
export type ObjectState = "live" | "deleting" | "orphaning" | "deletingDependents";

/**
 * Result of the search for an owner that does not exist in the namespace of its dependent. Resolves
 * to true if the owner exists in another namespace.
 */
export type Absence = Promise<boolean>;

const deleted: Absence = Promise.resolve(false);
const none: ReadonlySet<Node> = new Set();

/** An object of the graph, with its owners and dependents. */
export class Node {
  readonly uid: string;
  /**
   * Place of the object. Undefined for a virtual owner: an object that occurs in owner references,
   * but whose existence the collector has not checked yet.
   */
  place: ObjectPlace | undefined;
  owners: readonly OwnerReference[] = [];
  state: ObjectState = "live";
  /**
   * Dependents of the object. The set is created with the first dependent, because most objects
   * have none.
   */
  #dependents: Set<Node> | undefined;

  constructor(uid: string) {
    this.uid = uid;
  }

  get dependents(): ReadonlySet<Node> {
    return this.#dependents ?? none;
  }

  addDependent(node: Node): void {
    (this.#dependents ??= new Set()).add(node);
  }

  deleteDependent(node: Node): void {
    this.#dependents?.delete(node);
  }
}

/**
 * The dependencies between the objects of a server (Go: GraphBuilder). Contains only objects that
 * have owners or dependents or wait for the collector, and only the metadata that the collector
 * needs, so other objects cost no memory. The methods add the uids of objects to a queue if the
 * collector must check them.
 */
export class Graph {
  readonly #resources: CollectedResources;
  readonly #enqueue: (uid: string) => void;
  readonly #nodes = new Map<string, Node>();
  /** Owners that do not exist, by their key and uid. A uid is never reused. */
  readonly #absent = new Cache<string, Absence>("absent owners", (_, key) => 2 * key.length);

  constructor(resources: CollectedResources, enqueue: (uid: string) => void) {
    this.#resources = resources;
    this.#enqueue = enqueue;
  }

  /** Number of objects in the graph. */
  get size(): number {
    return this.#nodes.size;
  }

  get(uid: string): Node | undefined {
    return this.#nodes.get(uid);
  }

  /** Returns the known objects of a resource. */
  nodesOf(resource: CollectedResource): Node[] {
    return [...this.#nodes.values()].filter(({ place }) => place?.resource === resource);
  }

  /**
   * Returns the recorded absence of an object with this uid at this place; undefined if no absence
   * was recorded.
   */
  absenceOf({ key }: ObjectPlace, uid: string): Absence | undefined {
    return this.#absent.get(`${key} ${uid}`);
  }

  /** Records that an object with this uid does not exist at this place. */
  addAbsence({ key }: ObjectPlace, uid: string, absence: Absence): void {
    this.#absent.set(`${key} ${uid}`, absence);
  }

  /** Applies the state of an object that a list or a watch has reported. */
  observe(place: ObjectPlace, metadata: Readonly<ObjectMeta>): void {
    const { uid = "", ownerReferences: owners = [] } = metadata;
    const state = stateOf(metadata);
    if (!this.#nodes.has(uid) && owners.length === 0 && !waits(state)) return;
    const node = this.#nodeOf(uid);
    node.place = place;
    this.#setState(node, state);
    this.#setOwners(node, owners);
    this.#prune(node);
  }

  /**
   * Records that an owner exists, after the collector has read it. The dependents of the owner then
   * need no further check until it changes.
   */
  confirm(place: ObjectPlace, uid: string, dependent: Node): void {
    const isCurrent =
      this.#nodes.get(dependent.uid) === dependent && dependent.owners.some((owner) => owner.uid === uid);
    if (!isCurrent) return;
    const owner = this.#nodeOf(uid);
    owner.place ??= place;
    owner.addDependent(dependent);
  }

  /** Adds objects to the queue, so that they are checked again. */
  recheck(nodes: readonly Node[]): void {
    for (const { uid } of nodes) this.#enqueue(uid);
  }

  /** Removes an object from the graph after a watch has reported its deletion. */
  observeDeletion(node: Node): void {
    if (node.dependents.size > 0 && node.place !== undefined) this.addAbsence(node.place, node.uid, deleted);
    this.remove(node);
  }

  /** Removes an object from the graph. Adds its dependents and its waiting owners to the queue. */
  remove(node: Node): void {
    if (!this.#nodes.delete(node.uid)) return;
    this.#unlink(node, node.owners);
    for (const { uid } of node.dependents) this.#enqueue(uid);
  }

  /**
   * Reports whether all owners of an object exist, and none of them waits for the deletion of its
   * dependents. Such an object stays, and every change of its owners is observed.
   */
  isSettled(node: Node): boolean {
    return node.owners.every((reference) => {
      const owner = this.#nodes.get(reference.uid);
      return owner !== undefined && owner.state !== "deletingDependents" && this.isOwner(owner, reference, node);
    });
  }

  /** Reports whether an owner reference refers to this owner: its uid and its place are equal. */
  isOwner(owner: Node, reference: OwnerReference, dependent: Node): boolean {
    const named = this.#resources.ownerPlace(reference, dependent.place?.namespace ?? "");
    return typeof named === "object" && named.key === owner.place?.key && reference.uid === owner.uid;
  }

  /**
   * Returns the dependents that delay the removal of an owner in a foreground deletion. An object
   * does not wait for itself.
   */
  blockingDependents(owner: Node): Node[] {
    const blocks = (dependent: Node) =>
      dependent.owners.some(
        (reference) => reference.blockOwnerDeletion === true && this.isOwner(owner, reference, dependent),
      );
    return [...owner.dependents].filter((dependent) => dependent !== owner && blocks(dependent));
  }

  #nodeOf(uid: string): Node {
    let node = this.#nodes.get(uid);
    if (node === undefined) this.#nodes.set(uid, (node = new Node(uid)));
    return node;
  }

  #setState(node: Node, state: ObjectState): void {
    if (node.state === state) return;
    node.state = state;
    if (waits(state)) this.#enqueue(node.uid);
    if (state === "deletingDependents") for (const { uid } of node.dependents) this.#enqueue(uid);
  }

  #setOwners(node: Node, owners: readonly OwnerReference[]): void {
    const before = node.owners;
    if (isDeepStrictEqual(before, owners)) return;
    node.owners = owners;
    for (const { uid } of owners) this.#nodeOf(uid).addDependent(node);
    this.#unlink(node, before);
    if (!this.isSettled(node)) this.#enqueue(node.uid);
  }

  /**
   * Removes an object from the dependents of those previous owners that it does not have any more.
   * Adds the previous owners that wait for the deletion of their dependents to the queue.
   */
  #unlink(node: Node, before: readonly OwnerReference[]): void {
    const isGone = this.#nodes.get(node.uid) !== node;
    const kept = new Set(isGone ? [] : node.owners.map(({ uid }) => uid));
    for (const { uid } of before) {
      const owner = this.#nodes.get(uid);
      if (owner === undefined) continue;
      if (!kept.has(uid)) owner.deleteDependent(node);
      if (owner.state === "deletingDependents") this.#enqueue(uid);
      this.#prune(owner);
    }
  }

  /**
   * Removes an object without owners and dependents from the graph, unless it waits for the
   * collector.
   */
  #prune(node: Node): void {
    if (node.dependents.size === 0 && node.owners.length === 0 && !waits(node.state)) this.#nodes.delete(node.uid);
  }
}

/** Reports whether the collector must remove a finalizer of an object in this state. */
function waits(state: ObjectState): boolean {
  return state === "orphaning" || state === "deletingDependents";
}

function stateOf({ deletionTimestamp, finalizers = [] }: Readonly<ObjectMeta>): ObjectState {
  if (deletionTimestamp === undefined) return "live";
  if (finalizers.includes(orphanFinalizer)) return "orphaning";
  return finalizers.includes(foregroundFinalizer) ? "deletingDependents" : "deleting";
}
