import { setMaxListeners } from "node:events";
import type { KindDefinition } from "@apimachinery/runtime";
import type { RESTClient } from "../rest/rest-client.js";
import { resourceOfKind, type APIObject, type ResourceType } from "../rest/resource-type.js";
import { SharedInformer, type InformerOptions } from "./shared-informer.js";

/** What all informers of a factory have in common. */
export interface InformerFactoryOptions extends Omit<InformerOptions<APIObject>, "indexers" | "transform"> {
  /** Of one namespace; of all where absent. */
  readonly namespace?: string;
  readonly transform?: <T extends APIObject>(object: T) => T;
}

/** A resource that an informer follows. */
export type FollowedResource = Pick<ResourceType<APIObject>, "kind" | "resource">;

/**
 * One informer for each resource, however many ask for it: Go's SharedInformerFactory. Generated
 * factories stand on it.
 */
export class InformerFactory {
  readonly #client: RESTClient;
  readonly #options: InformerFactoryOptions;
  /** By group, version and resource; typed where they are made. */
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
    // Every informer listens to it.
    setMaxListeners(0, this.#stop.signal);
  }

  /**
   * The informer of a kind. It begins with the next `start`. @throws Error for a kind that has no
   * resource
   */
  forKind<T extends APIObject>(kind: KindDefinition<T>): SharedInformer<T> {
    return this.forResource(resourceOfKind(kind));
  }

  forResource<T extends APIObject>(type: ResourceType<T>): SharedInformer<T> {
    const key = `${type.kind.group}/${type.kind.version}/${type.resource}`;
    // One resource has one type, as long as nobody gives two to it.
    const known = this.#informers.get(key)?.informer as SharedInformer<T> | undefined;
    if (known !== undefined) return known;
    const { namespace = "", ...options } = this.#options;
    const informer = new SharedInformer<T>(this.#client.resourceOf(type).namespace(namespace), options);
    this.#informers.set(key, {
      type,
      informer,
      run: (signal) => informer.run(signal),
      synced: () => informer.synced(),
    });
    return informer;
  }

  /** The resources of all informers, in the order in which they were asked for first. */
  followed(): readonly FollowedResource[] {
    return [...this.#informers.values()].map(({ type: { kind, resource } }) => ({ kind, resource }));
  }

  /**
   * Starts every informer that there is and that does not run yet. @param signal stops all of them
   * for good
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

  /** `group/version/resource` of those that have not synced, started or not. */
  notSynced(): readonly string[] {
    return [...this.#informers].filter(([, { informer }]) => !informer.hasSynced).map(([key]) => key);
  }

  /**
   * Resolves with whether all informers that run have synced, no later than when the signal is
   * aborted.
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

  /** Stops all informers, for good. Resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error("the informers were stopped"));
    await Promise.all(this.#running.values());
  }
}
