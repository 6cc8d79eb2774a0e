import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { ObjectMeta } from "@apimachinery/runtime";
import { UnreadableObjectError } from "../registry/unreadable-object.js";
import type { KeyValue, Storage, StorageWatch, StorageEvent } from "../storage/index.js";
import { placeOfObject, type CollectedResource } from "./collected-resources.js";
import type { Graph } from "./graph.js";
import { bufferOf } from "../util/buffer-of.js";

/** Maximum number of objects in a page of a list. */
const pageSize = 500;

/** Delay before the objects are listed again after a failure, in milliseconds. */
const retryDelay = 1_000;

/** Error of a check that needs a newer state of the graph. The check is repeated soon. */
export class OutdatedGraphError extends Error {
  override readonly name = "OutdatedGraphError";
}

/**
 * Keeps the graph up to date with the objects of one resource. It reads the store of the resource
 * and not the API, so that it encodes nothing and adds nothing to audit logs and metrics of
 * requests.
 */
export class Follower {
  readonly #resource: CollectedResource;
  readonly #graph: Graph;
  readonly #onError: (error: unknown) => void;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #waiting: (() => void)[] = [];
  #watch: StorageWatch | undefined;
  #hasSynced = false;
  #lastDeletion = 0;

  constructor(resource: CollectedResource, graph: Graph, onError: (error: unknown) => void) {
    this.#resource = resource;
    this.#graph = graph;
    this.#onError = onError;
    this.#storage = resource.store.place.storage;
    this.#prefix = resource.store.stored.prefix;
  }

  /**
   * Revision of the last deletion that the graph contains, or of the last list of all objects. An
   * object that was read at an earlier revision may be deleted already.
   */
  get lastDeletion(): number {
    return this.#lastDeletion;
  }

  /** Resolves when the graph has all objects of the resource, or `run` has ended. */
  synced(): Promise<void> {
    if (this.#hasSynced) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Follows the objects until the signal is aborted. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    while (!isAborted(signal)) {
      try {
        await this.#follow(await this.#load(), signal);
      } catch (error) {
        if (isAborted(signal)) break;
        this.#onError(error);
        await sleep(retryDelay, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#setSynced();
  }

  /**
   * Applies all changes up to a revision to the graph.
   * @throws OutdatedGraphError if the store has not reported all of them yet
   */
  async catchUp(revision: number): Promise<void> {
    if (this.#drain() >= revision) return;
    // No object has this key. The list has no other purpose than to wait until a cache has the
    // newest revision.
    await this.#storage.list(`${this.#prefix}\0`, { limit: 1 });
    if (this.#drain() >= revision) return;
    this.#watch?.requestProgress();
    throw new OutdatedGraphError(`the changes of ${this.#resource.resource} up to ${revision} are not known yet`);
  }

  /**
   * Applies the changes that the store has reported. Returns the revision up to which all changes
   * are applied; 0 without a watch of the store.
   */
  #drain(): number {
    const watch = this.#watch;
    if (watch === undefined) return 0;
    for (let events = watch.take(); events.length > 0; events = watch.take()) this.#apply(events);
    return watch.revision;
  }

  /**
   * Reads all objects, and removes those from the graph that no longer exist.
   * @returns revision of the list
   */
  async #load(): Promise<number> {
    const missing = new Set(this.#graph.nodesOf(this.#resource));
    const keys = new Set([...missing].map(({ place }) => place?.key));
    let revision: number | undefined;
    let startKey = "";
    for (;;) {
      const at = revision === undefined ? {} : { revision };
      const page = await this.#storage.list(this.#prefix, { limit: pageSize, startKey, ...at });
      revision ??= page.revision;
      for (const item of page.items) {
        if (!keys.has(item.key) && !mayDepend(item)) continue;
        const uid = this.#observe(item);
        const node = uid === undefined ? undefined : this.#graph.get(uid);
        if (node !== undefined) missing.delete(node);
      }
      const last = page.items.at(-1);
      if (last === undefined || page.remaining === 0) break;
      startKey = `${last.key}\0`;
      await setImmediate();
    }
    for (const node of missing) this.#graph.remove(node);
    this.#lastDeletion = revision;
    return revision;
  }

  async #follow(after: number, signal: AbortSignal): Promise<void> {
    const watch = this.#storage.watch(this.#prefix, { after });
    const stop = () => {
      watch.close();
    };
    signal.addEventListener("abort", stop, { once: true });
    if (isAborted(signal)) stop();
    this.#watch = watch;
    this.#setSynced();
    try {
      while (!isAborted(signal)) {
        await watch.ready();
        // No other code runs between both calls: `catchUp` must not apply later changes first.
        this.#apply(watch.take());
      }
    } finally {
      this.#watch = undefined;
      signal.removeEventListener("abort", stop);
      stop();
    }
  }

  #setSynced(): void {
    this.#hasSynced = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #apply(events: readonly StorageEvent[]): void {
    for (const { revision, current, previous } of events) {
      if (current !== undefined) {
        this.#observe(current);
        continue;
      }
      this.#lastDeletion = revision;
      const uid = previous === undefined ? undefined : this.#metadataOf(previous)?.uid;
      const node = uid === undefined ? undefined : this.#graph.get(uid);
      if (node !== undefined) this.#graph.observeDeletion(node);
    }
  }

  /** Applies an object to the graph, and returns its uid; undefined for an unreadable object. */
  #observe(item: KeyValue): string | undefined {
    const metadata = this.#metadataOf(item);
    if (metadata === undefined) return undefined;
    const { name = "", namespace = "", uid = "" } = metadata;
    this.#graph.observe(placeOfObject(this.#resource, namespace, name), metadata);
    return uid;
  }

  /**
   * Returns the metadata of a stored object; undefined for an unreadable object, which the codec
   * reports.
   */
  #metadataOf(item: KeyValue): ObjectMeta | undefined {
    try {
      return this.#resource.store.codec.decode(item).metadata;
    } catch (error) {
      if (error instanceof UnreadableObjectError) return undefined;
      throw error;
    }
  }
}

const brace = "{".charCodeAt(0);

/**
 * Reports whether a stored object may have owner references, or may be being deleted. Most objects
 * of a list need not be decoded, because this is false for them. True for an object that is not
 * stored as JSON.
 */
function mayDepend({ value }: KeyValue): boolean {
  if (value[0] !== brace) return true;
  const text = bufferOf(value);
  return text.includes('"ownerReferences":') || text.includes('"deletionTimestamp":');
}

/**
 * Returns `signal.aborted`. If the property were read directly, the compiler would assume that its
 * value stays false.
 */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
