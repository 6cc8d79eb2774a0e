import { untypedResource, type APIObject, type ResourceClient, type RESTClient } from "@apimachinery/client";
import type { DeletionPropagation, ObjectMeta } from "@apimachinery/runtime";
import type { ObjectPlace } from "./collected-resources.js";

/** Name of the field manager of the collector's patches. */
const fieldManager = "garbage-collector";

/** The stored state of an object. A write succeeds only if the object still has this state. */
export interface Latest {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly metadata: Readonly<ObjectMeta>;
}

/**
 * The objects that the collector reads and writes. Reads go to the store and are current. Writes
 * are requests, so that admission and the audit see them. Every write contains the uid and the
 * resourceVersion that were read. If several servers collect the same objects, the first write
 * therefore wins, and the others fail with a conflict or do not find the object.
 */
export class CollectorObjects {
  readonly #client: RESTClient;
  readonly #signal: AbortSignal;

  constructor(client: RESTClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /**
   * Reads an object.
   * @returns the object, or undefined if it does not exist; and the revision of the store at the
   *   time of the read
   * @throws UnreadableObjectError if the stored object cannot be decoded
   */
  async read({
    resource,
    key,
  }: ObjectPlace): Promise<{ readonly latest: Latest | undefined; readonly revision: number }> {
    const { codec, place } = resource.store;
    const { item, revision } = await place.storage.get(key);
    if (item === undefined) return { latest: undefined, revision };
    const { metadata } = codec.decode(item);
    return { latest: latestOf(metadata), revision };
  }

  /**
   * @throws StatusError 404 if the object does not exist, 409 if it has changed since it was read
   */
  async delete(
    place: ObjectPlace,
    { uid, resourceVersion }: Latest,
    propagationPolicy: DeletionPropagation,
  ): Promise<void> {
    const preconditions = { uid, resourceVersion };
    await this.#of(place).delete(place.name, { propagationPolicy, preconditions, signal: this.#signal });
  }

  /**
   * Replaces fields of the metadata; null removes a field. The object must not have changed since
   * it was read.
   * @returns the new state
   * @throws StatusError 404 if the object does not exist, 409 if it has changed
   */
  async patch(
    place: ObjectPlace,
    { uid, resourceVersion }: Latest,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Latest> {
    const body = { metadata: { uid, resourceVersion, ...fields } };
    const options = { fieldManager, signal: this.#signal };
    return latestOf((await this.#of(place).patch(place.name, { type: "merge", body }, options)).metadata);
  }

  #of({ resource: { kind, resource }, namespace }: ObjectPlace): ResourceClient<APIObject> {
    return this.#client.resourceOf(untypedResource(kind, resource)).namespace(namespace);
  }
}

function latestOf(metadata: Readonly<ObjectMeta>): Latest {
  const { uid = "", resourceVersion = "" } = metadata;
  return { uid, resourceVersion, metadata };
}
