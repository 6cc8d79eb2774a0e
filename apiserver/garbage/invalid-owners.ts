import { EventBroadcaster, type EventRecorder, type RESTClient } from "@apimachinery/client";
import { groupVersionString, type OwnerReference } from "@apimachinery/runtime";
import { UnreadableObjectError } from "../registry/unreadable-object.js";
import type { KeyValue } from "../storage/index.js";
import type { CollectedResource, ObjectPlace } from "./collected-resources.js";

/** Minimum time between two searches for owners in other namespaces, in milliseconds. */
const searchInterval = 1_000;

/**
 * Records an event for a dependent whose owner exists in another namespace. Such an owner counts as
 * absent, so the event explains why the dependent was deleted. Also records an event for a
 * cluster-scoped dependent with a namespaced owner. Such a dependent is not deleted.
 */
export class InvalidOwners {
  readonly #broadcaster: EventBroadcaster;
  readonly #recorder: EventRecorder;
  readonly #onError: (error: unknown) => void;
  #nextSearch = 0;

  constructor(client: RESTClient, onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#broadcaster = new EventBroadcaster(client, { onError });
    this.#recorder = this.#broadcaster.newRecorder("garbage-collector-controller");
  }

  start(): void {
    this.#broadcaster.startRecordingToSink();
  }

  /** Stops immediately. Events that were not yet written are lost. */
  stop(): Promise<void> {
    return this.#broadcaster.shutdown(0);
  }

  /**
   * Records an event for a reference to an owner that is not in the namespace of the dependent.
   * @param owner the owner reference of the dependent, to which the other arguments belong
   */
  report({ resource: { kind }, namespace, name }: ObjectPlace, uid: string, owner: OwnerReference): void {
    const { apiVersion } = owner;
    const identity = `[${apiVersion}/${owner.kind}, namespace: ${namespace}, name: ${owner.name}, uid: ${owner.uid}]`;
    this.#recorder.eventf(
      { apiVersion: groupVersionString(kind), kind: kind.kind, namespace, name, uid },
      undefined,
      "Warning",
      "OwnerRefInvalidNamespace",
      "CollectGarbage",
      `ownerRef ${identity} does not exist in namespace ${JSON.stringify(namespace)}`,
    );
  }

  /**
   * Reports whether an owner exists in another namespace. A search reads all objects of the owner's
   * kind, so at most one search per second is made. Returns false if no search is made or if the
   * search fails. Never throws.
   */
  async isElsewhere(owner: OwnerReference, { resource, namespace }: ObjectPlace): Promise<boolean> {
    const now = performance.now();
    if (namespace === "" || now < this.#nextSearch) return false;
    this.#nextSearch = now + searchInterval;
    const { place, stored } = resource.store;
    try {
      const { items } = await place.storage.list(stored.prefix, { notOlderThan: 0 });
      return items.some((item) => item.key.endsWith(`/${owner.name}`) && uidOf(resource, item) === owner.uid);
    } catch (error) {
      this.#onError(error);
      return false;
    }
  }
}

function uidOf({ store }: CollectedResource, item: KeyValue): string | undefined {
  try {
    return store.codec.decode(item).metadata.uid;
  } catch (error) {
    if (error instanceof UnreadableObjectError) return undefined;
    throw error;
  }
}
