import type { APIObject } from "../rest/resource-type.js";
import { deepFreeze, type DeepReadonly } from "./deep-readonly.js";
import { DeletedFinalStateUnknown } from "./deleted-final-state-unknown.js";
import type { EventHandler, Notification } from "./event-handler.js";
import { Indexer, type Indexers, type ReadonlyIndexer } from "./indexer.js";
import { keyOf } from "./keys.js";
import { Listener } from "./listener.js";
import { newLister, type Lister } from "./lister.js";
import { Reflector, type ReflectorOptions } from "./reflector.js";
import type { ListerWatcher, ReflectorStore } from "./lister-watcher.js";

export interface InformerOptions<T extends APIObject> extends ReflectorOptions {
  readonly indexers?: Indexers<T>;
  /**
   * Makes of what comes what is kept: without fields that nobody reads, say. It may change the
   * object that it is given.
   */
  readonly transform?: (object: T) => T;
  /**
   * How often handlers that do not say are told of everything again, in milliseconds; never where
   * absent or 0.
   */
  readonly resync?: number;
  /**
   * Freezes what is kept, so that who changes it fails there and then; what the environment's
   * `KUBE_CACHE_MUTATION_DETECTOR` says where absent.
   */
  readonly detectMutations?: boolean;
}

export interface HandlerOptions {
  /** How often it is told of everything again, in milliseconds. */
  readonly resync?: number;
  /** Hears what the handler throws; the informer's `onError` where absent. */
  readonly onError?: (error: unknown) => void;
}

/** A handler that was added. */
export interface Registration {
  /** Whether the handler has been told of all that there was. */
  readonly hasSynced: boolean;
  /** How many changes it has yet to hear of. */
  readonly pending: number;
  /** Resolves when it has synced. */
  synced(): Promise<void>;
  /** It hears nothing more. */
  remove(): void;
}

interface Registered<T> {
  readonly listener: Listener<T>;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * One watch and one cache of a collection, for as many as want to read it or hear of its changes:
 * Go's SharedIndexInformer.
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

  /**
   * What the cache holds. It reads well at any time, and is complete from when the informer has
   * synced.
   */
  get indexer(): ReadonlyIndexer<T> {
    return this.#indexer;
  }

  get lister(): Lister<T> {
    return newLister(this.#indexer);
  }

  /** Whether all that there was when it began is in the cache. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get lastSyncResourceVersion(): string {
    return this.#reflector.lastSyncResourceVersion;
  }

  /** Resolves when it has synced; never, where it never does. */
  synced(): Promise<void> {
    if (this.#hasSynced) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** @throws Error for an index that there is */
  addIndexers(indexers: Indexers<T>): void {
    this.#indexer.addIndexers(indexers);
  }

  /**
   * Calls a handler for every object of the cache, then for every change.
   * @throws Error where the informer has stopped: the handler would never be called
   */
  addEventHandler(
    handler: EventHandler<T>,
    { resync = this.#options.resync ?? 0, onError = this.#options.onError ?? ignore }: HandlerOptions = {},
  ): Registration {
    if (this.#isStopped) throw new Error("the handler was not added: the informer has stopped already");
    const listener = new Listener(handler, onError);
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
   * Follows the server until the signal is aborted; then handlers hear nothing more. @throws Error
   * where it was run before
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#isStarted) throw new Error("an informer runs once");
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
      if (object !== undefined) this.#tell({ type: "delete", object: new DeletedFinalStateUnknown(key, object) });
    }
    if (!isInitial) return;
    this.#hasSynced = true;
    this.#tell({ type: "synced" });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #set(given: T, isInInitialList: boolean): void {
    const current = this.#indexer.get(keyOf(given));
    // A list after a watch brings much that is known.
    if (current !== undefined && isSameRevision(current, given)) return;
    const object = this.#kept(given);
    if (object === undefined || !this.#store(object)) return;
    const old = current;
    this.#tell(old === undefined ? { type: "add", object, isInInitialList } : { type: "update", old, object });
  }

  #delete(given: T): void {
    const object = this.#kept(given);
    const old = this.#indexer.delete(keyOf(given));
    const last = object ?? old;
    if (last !== undefined) this.#tell({ type: "delete", object: last });
  }

  /** @returns undefined for what can't be kept */
  #kept(object: T): DeepReadonly<T> | undefined {
    try {
      const kept = this.#options.transform?.(object) ?? object;
      if (this.#isFrozen) deepFreeze(kept);
      // From here on nobody changes it.
      return kept as DeepReadonly<T>;
    } catch (error) {
      this.#options.onError?.(error);
      return undefined;
    }
  }

  /** An index that fails has its object left as it was. */
  #store(object: DeepReadonly<T>): boolean {
    try {
      this.#indexer.set(object);
      return true;
    } catch (error) {
      this.#options.onError?.(error);
      return false;
    }
  }

  #tell(notification: Notification<T>): void {
    for (const { listener } of this.#registered) listener.push(notification);
  }

  #resync(listener: Listener<T>): void {
    // Who has not caught up yet is not told of everything once more.
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
  // Nobody has asked to hear of it.
}
