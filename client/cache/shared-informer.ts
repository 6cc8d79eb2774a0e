import type { APIObject } from "../rest/resource-type.js";
import { deepFreeze, type DeepReadonly } from "./deep-readonly.js";
import { DeletedFinalStateUnknown } from "./deleted-final-state-unknown.js";
import type { EventHandler, Notification } from "./event-handler.js";
import { HandlerQueue } from "./handler-queue.js";
import { Indexer, type Indexers, type ReadonlyIndexer } from "./indexer.js";
import { keyOf } from "./keys.js";
import { newLister, type Lister } from "./lister.js";
import { Reflector, type ReflectorOptions } from "./reflector.js";
import type { ListerWatcher, ReflectorStore } from "./lister-watcher.js";

/** Options of an informer. */
export interface InformerOptions<T extends APIObject> extends ReflectorOptions {
  /** Functions that return the values of an object in an index, by the name of the index. */
  readonly indexers?: Indexers<T>;
  /**
   * Changes each object before it is cached, for example by removing unused fields. The function
   * can change its argument.
   */
  readonly transform?: (object: T) => T;
  /**
   * Interval between resyncs, in milliseconds, for handlers without an interval in their options. A
   * resync calls the handler for every cached object. Absent or 0: no resyncs.
   */
  readonly resync?: number;
  /**
   * True to freeze cached objects. Changing a frozen object throws a TypeError. Default: true if
   * the environment variable `KUBE_CACHE_MUTATION_DETECTOR` is `true`.
   */
  readonly detectMutations?: boolean;
}

/** Options of an event handler. */
export interface HandlerOptions {
  /** Interval between resyncs, in milliseconds. Default: the interval of the informer. */
  readonly resync?: number;
  /** Receives errors of the handler. Default: `onError` of the informer. */
  readonly onError?: (error: unknown) => void;
}

/** Result of `addEventHandler`: the status of the handler, and a method that removes it. */
export interface Registration {
  /** True if the handler has received all objects that existed when it was added. */
  readonly hasSynced: boolean;
  /** Number of changes that the handler has not received yet. */
  readonly pending: number;
  /** Resolves when the handler has received all objects that existed when it was added. */
  synced(): Promise<void>;
  /** Removes the handler, so that it is not called again. */
  remove(): void;
}

interface Registered<T> {
  readonly listener: HandlerQueue<T>;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Keeps one watch and one cache of a collection for all readers and event handlers (Go:
 * SharedIndexInformer).
 */
export class SharedInformer<T extends APIObject> {
  readonly #options: InformerOptions<T>;
  readonly #indexer: Indexer<T>;
  readonly #reflector: Reflector<T>;
  readonly #registered = new Set<Registered<T>>();
  readonly #isFrozen: boolean;
  readonly #waiting: (() => void)[] = [];
  #hasSynced = false;
  #isStarted = false;
  #isStopped = false;

  constructor(listerWatcher: ListerWatcher<T>, options: InformerOptions<T> = {}) {
    this.#options = options;
    this.#indexer = new Indexer(options.indexers);
    this.#isFrozen = options.detectMutations ?? process.env["KUBE_CACHE_MUTATION_DETECTOR"] === "true";
    const store: ReflectorStore<T> = {
      replace: (objects) => {
        this.#replace(objects);
      },
      set: (object) => {
        this.#set(object, false);
      },
      delete: (object) => {
        this.#delete(object);
      },
    };
    this.#reflector = new Reflector(listerWatcher, store, options);
  }

  /** Read access to the cache. Before the informer has synced, the cache is incomplete. */
  get indexer(): ReadonlyIndexer<T> {
    return this.#indexer;
  }

  get lister(): Lister<T> {
    return newLister(this.#indexer);
  }

  /** True if the cache contains all objects of the first list. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion;
  }

  /** Resolves when the cache contains all objects of the first list. */
  synced(): Promise<void> {
    if (this.#hasSynced) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /**
   * Adds indexes to the cache. An index that already exists with the same function is ignored.
   * @throws Error if an index with this name exists with another function
   */
  addIndexers(indexers: Indexers<T>): void {
    this.#indexer.addIndexers(indexers);
  }

  /**
   * Calls a handler for every cached object, then for every change.
   * @throws Error if the informer has stopped, because the handler would never be called
   */
  addEventHandler(
    handler: EventHandler<T>,
    { resync = this.#options.resync ?? 0, onError = this.#options.onError ?? ignore }: HandlerOptions = {},
  ): Registration {
    if (this.#isStopped) throw new Error("the handler was not added: the informer has stopped already");
    const listener = new HandlerQueue(handler, onError);
    const timer =
      resync > 0
        ? setInterval(() => {
            this.#resync(listener);
          }, resync).unref()
        : undefined;
    const registered = { listener, timer };
    this.#registered.add(registered);
    for (const object of this.#indexer.list()) listener.push({ type: "add", object, isInInitialList: true });
    if (this.#hasSynced) listener.push({ type: "synced" });
    return {
      get hasSynced() {
        return listener.hasSynced;
      },
      get pending() {
        return listener.pending;
      },
      synced: () =>
        new Promise((resolve) => {
          listener.onSynced(resolve);
        }),
      remove: () => {
        this.#remove(registered);
      },
    };
  }

  /**
   * Keeps the cache up to date until the signal is aborted, then stops all handlers.
   * @throws Error if the informer was started before
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#isStarted) throw new Error("the informer was started before: create a new one");
    this.#isStarted = true;
    await this.#reflector.run(signal);
    this.#isStopped = true;
    for (const registered of [...this.#registered]) this.#remove(registered);
  }

  #replace(objects: readonly T[]): void {
    const isInitial = !this.#hasSynced;
    const gone = new Set(this.#indexer.keys());
    for (const object of objects) {
      gone.delete(keyOf(object));
      this.#set(object, isInitial);
    }
    for (const key of gone) {
      const object = this.#indexer.delete(key);
      if (object !== undefined) this.#notify({ type: "delete", object: new DeletedFinalStateUnknown(key, object) });
    }
    if (!isInitial) return;
    this.#hasSynced = true;
    this.#notify({ type: "synced" });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #set(given: T, isInInitialList: boolean): void {
    const current = this.#indexer.get(keyOf(given));
    // A new list contains many objects that have not changed. The handlers are not notified of
    // these objects.
    if (current !== undefined && isSameRevision(current, given)) return;
    const object = this.#transformed(given);
    if (object === undefined || !this.#store(object)) return;
    const old = current;
    this.#notify(old === undefined ? { type: "add", object, isInInitialList } : { type: "update", old, object });
  }

  #delete(given: T): void {
    const object = this.#transformed(given);
    const old = this.#indexer.delete(keyOf(given));
    const last = object ?? old;
    if (last !== undefined) this.#notify({ type: "delete", object: last });
  }

  /**
   * Transforms and freezes an object.
   * @returns undefined if the transform throws
   */
  #transformed(object: T): DeepReadonly<T> | undefined {
    try {
      const transformed = this.#options.transform?.(object) ?? object;
      if (this.#isFrozen) deepFreeze(transformed);
      // From now on, the object is in the cache and must not be changed.
      return transformed as DeepReadonly<T>;
    } catch (error) {
      this.#options.onError?.(error);
      return undefined;
    }
  }

  /**
   * Stores an object. If an index function throws, the cache does not change.
   * @returns true if the object was stored
   */
  #store(object: DeepReadonly<T>): boolean {
    try {
      this.#indexer.set(object);
      return true;
    } catch (error) {
      this.#options.onError?.(error);
      return false;
    }
  }

  #notify(notification: Notification<T>): void {
    for (const { listener } of this.#registered) listener.push(notification);
  }

  #resync(listener: HandlerQueue<T>): void {
    // A handler with unprocessed notifications is skipped until the next resync.
    if (listener.pending > 0) return;
    for (const object of this.#indexer.list()) listener.push({ type: "update", old: object, object });
  }

  #remove(registered: Registered<T>): void {
    clearInterval(registered.timer);
    registered.listener.stop();
    this.#registered.delete(registered);
  }
}

function isSameRevision<T extends APIObject>(current: DeepReadonly<T>, object: T): boolean {
  const { resourceVersion = "" } = object.metadata;
  return (
    resourceVersion !== "" &&
    current.metadata.resourceVersion === resourceVersion &&
    current.metadata.uid === object.metadata.uid
  );
}

function ignore(): void {
  // Without the option `onError`, errors are ignored.
}
