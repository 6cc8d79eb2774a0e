import { setMaxListeners } from "node:events";
import type { KindDefinition } from "@apimachinery/runtime";
import type { ListOptions } from "../rest/options.js";
import type { RESTClient } from "../rest/rest-client.js";
import { resourceOfKind, type APIObject, type ResourceType } from "../rest/resource-type.js";
import type { ListerWatcher } from "./lister-watcher.js";
import { SharedInformer, type InformerOptions } from "./shared-informer.js";

/** Options of all informers of a factory. */
export interface InformerFactoryOptions extends Omit<InformerOptions<APIObject>, "indexers" | "transform"> {
  /** Namespace that the informers watch. Default: all namespaces. */
  readonly namespace?: string;
  /** Changes each object before it is cached, for example by removing unused fields. */
  readonly transform?: <T extends APIObject>(object: T) => T;
  /**
   * Receives empty selectors, and returns the selectors for all lists and watches. Default: no
   * selectors.
   */
  readonly tweakListOptions?: (selectors: Selectors) => Selectors;
}

/** The options of lists and watches that select objects. */
export type Selectors = Pick<ListOptions, "labelSelector" | "fieldSelector">;

/** Kind and plural name of the resource that an informer watches. */
export type FollowedResource = Pick<ResourceType<APIObject>, "kind" | "resource">;

/**
 * Creates one informer for each resource, and returns the same informer to all callers (Go:
 * SharedInformerFactory). Generated factories use this class.
 */
export class InformerFactory {
  readonly #client: RESTClient;
  readonly #options: InformerFactoryOptions;
  /** The informers. The keys have the form `group/version/resource`. */
  readonly #informers = new Map<
    string,
    {
      readonly type: FollowedResource;
      readonly informer: { readonly hasSynced: boolean };
      readonly run: (signal: AbortSignal) => Promise<void>;
      readonly synced: () => Promise<void>;
    }
  >();
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  constructor(client: RESTClient, options: InformerFactoryOptions = {}) {
    this.#client = client;
    this.#options = options;
    // Every informer adds a listener to this signal. The limit on listeners is therefore removed.
    setMaxListeners(0, this.#stop.signal);
  }

  /**
   * Returns the informer of a kind. The first call for a kind creates the informer. The caller must
   * then call `start`.
   * @throws Error for a kind without a resource
   */
  forKind<T extends APIObject>(kind: KindDefinition<T>): SharedInformer<T> {
    return this.forResource(resourceOfKind(kind));
  }

  forResource<T extends APIObject>(type: ResourceType<T>): SharedInformer<T> {
    const key = informerKey(type);
    // The cast is safe, because all objects of a resource have the same type.
    const known = this.#informers.get(key)?.informer as SharedInformer<T> | undefined;
    if (known !== undefined) return known;
    const { namespace = "", tweakListOptions, ...options } = this.#options;
    const collection = this.#client.resourceOf(type).namespace(namespace);
    const informer = new SharedInformer<T>(tweaked(collection, tweakListOptions), options);
    this.#informers.set(key, {
      type,
      informer,
      run: (signal) => informer.run(signal),
      synced: () => informer.synced(),
    });
    return informer;
  }

  /** Reports whether the factory has an informer of a resource. */
  isFollowed(type: FollowedResource): boolean {
    return this.#informers.has(informerKey(type));
  }

  /** Returns the resources of all informers, in the order in which they were first requested. */
  followed(): readonly FollowedResource[] {
    return [...this.#informers.values()].map(({ type: { kind, resource } }) => ({ kind, resource }));
  }

  /**
   * Starts all informers that are not running.
   * @param signal stops all informers of the factory permanently when it is aborted
   */
  start(signal?: AbortSignal): void {
    const stop = () => {
      this.#stop.abort(signal?.reason);
    };
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
    for (const [key, { run }] of this.#informers) {
      if (!this.#running.has(key)) this.#running.set(key, run(this.#stop.signal));
    }
  }

  /**
   * Returns the informers that have not synced, as `group/version/resource`. Informers that have
   * not started are included.
   */
  notSynced(): readonly string[] {
    return [...this.#informers].filter(([, { informer }]) => !informer.hasSynced).map(([key]) => key);
  }

  /**
   * Waits until all running informers have synced or the signal is aborted.
   * @returns true if all have synced; false if the signal was aborted before
   */
  async synced(signal?: AbortSignal): Promise<boolean> {
    const running = [...this.#informers].filter(([key]) => this.#running.has(key));
    const all = Promise.all(running.map(([, { synced }]) => synced())).then(() => true);
    if (signal === undefined) return all;
    if (signal.aborted) return false;
    let onAbort: () => void = () => undefined;
    const aborted = new Promise<boolean>((resolve) => {
      onAbort = () => {
        resolve(false);
      };
      signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([all, aborted]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Stops all informers permanently. Resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error("the informers were stopped"));
    await Promise.all(this.#running.values());
  }
}

function informerKey({ kind, resource }: FollowedResource): string {
  return `${kind.group}/${kind.version}/${resource}`;
}

function tweaked<T extends APIObject>(
  collection: ListerWatcher<T>,
  tweak: InformerFactoryOptions["tweakListOptions"],
): ListerWatcher<T> {
  if (tweak === undefined) return collection;
  const selectors = tweak({});
  return {
    list: (options) => collection.list({ ...options, ...selectors }),
    watch: (options) => collection.watch({ ...options, ...selectors }),
  };
}
