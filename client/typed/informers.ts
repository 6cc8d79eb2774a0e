import type { GroupVersionResource, KindDefinition } from "@apimachinery/runtime";
import { InformerFactory, type InformerFactoryOptions } from "../cache/informer-factory.js";
import type { Lister, NamespaceLister } from "../cache/lister.js";
import type { SharedInformer } from "../cache/shared-informer.js";
import type { APIObject } from "../rest/resource-type.js";
import type { RESTClient } from "../rest/rest-client.js";
import type { GroupVersions } from "./clientset.js";
import type { AnyResource, ResourcesOfVersion } from "./resource-definition.js";
import { typeOfResource } from "./typed-resource.js";

/** Options of all informers of a generated factory. */
export interface TypedInformerOptions extends Omit<InformerFactoryOptions, "resync"> {
  /** Interval between resyncs, in milliseconds. Absent or 0: no resyncs. */
  readonly resyncPeriod?: number;
}

/**
 * The informers of all resources that have list and watch:
 * `informers.restaurantV1alpha1().pizzas().lister` (Go: SharedInformerFactory).
 *
 * @template G the generated resources
 */
export type InformersOf<G> = InformersBase & { readonly [V in keyof G]: () => InformersOfVersion<G[V]> };

export interface InformersBase {
  /**
   * Starts all informers that were requested and are not running.
   * @param signal stops all informers of the factory permanently when it is aborted
   */
  readonly start: (signal?: AbortSignal) => void;
  /**
   * Waits until all running informers have synced or the signal is aborted.
   * @returns true if all have synced; false if the signal was aborted before
   */
  readonly waitForCacheSync: (signal?: AbortSignal) => Promise<boolean>;
  /** Stops all informers permanently. Resolves when they have ended. */
  readonly shutdown: () => Promise<void>;
  /**
   * Returns the informer of a resource, for programs that determine the resource at run time.
   * @throws Error for a resource that the factory does not have
   */
  readonly forResource: (resource: GroupVersionResource) => ResourceInformer<APIObject, Lister<APIObject>>;
}

type InformersOfVersion<R> = {
  readonly [P in keyof R as R[P] extends Followed ? P : never]: () => InformerOf<R[P]>;
};

type InformerOf<R> = R extends { readonly kind: KindDefinition<infer T extends APIObject> }
  ? ResourceInformer<T, ListerOf<R, T>>
  : never;

/** A resource whose client has the methods list and watch, which an informer needs. */
interface Followed {
  readonly client?: { list: unknown; watch: unknown };
}

type ListerOf<R, T> = R extends { readonly scope: "Cluster" } ? ClusterLister<T> : Lister<T>;

/** Reads cluster-scoped objects from a cache. */
export type ClusterLister<T> = NamespaceLister<T>;

/** The informer of a resource, and a lister that reads the informer's cache. */
export interface ResourceInformer<T extends APIObject, L> {
  readonly informer: SharedInformer<T>;
  readonly lister: L;
}

/**
 * Creates the informers of generated resources. They send their requests with the client `rest`.
 */
export function newInformers<G extends GroupVersions>(
  groupVersions: G,
  rest: RESTClient,
  { resyncPeriod, ...options }: TypedInformerOptions = {},
): InformersOf<G> {
  const factory = new InformerFactory(rest, {
    ...options,
    ...(resyncPeriod === undefined ? {} : { resync: resyncPeriod }),
  });
  const all = Object.values(groupVersions).flatMap((resources) => Object.values(resources).filter(isFollowed));
  const base: InformersBase = {
    start: (signal) => {
      factory.start(signal);
    },
    waitForCacheSync: (signal) => factory.synced(signal),
    shutdown: () => factory.stop(),
    forResource: (wanted) => {
      const found = all.find((resource) => isResource(resource, wanted));
      if (found === undefined) throw new Error(`no informer found for ${textOf(wanted)}`);
      return informerOf(factory, found);
    },
  };
  const versions = Object.entries(groupVersions).map(([name, resources]) => {
    const informers = informersOf(factory, resources);
    return [name, () => informers] as const;
  });
  // The cast is safe, because the result has a function for each entry of `groupVersions`.
  return { ...base, ...Object.fromEntries(versions) } as InformersOf<G>;
}

function informersOf(factory: InformerFactory, resources: ResourcesOfVersion): object {
  const followed = Object.entries(resources).filter(([, resource]) => isFollowed(resource));
  return Object.fromEntries(followed.map(([name, resource]) => [name, () => informerOf(factory, resource)]));
}

function isFollowed({ verbs }: AnyResource): boolean {
  return verbs.includes("list") && verbs.includes("watch");
}

function informerOf(factory: InformerFactory, resource: AnyResource): ResourceInformer<APIObject, Lister<APIObject>> {
  const informer = factory.forResource(typeOfResource(resource));
  return { informer, lister: informer.lister };
}

function isResource(resource: AnyResource, { group, version, resource: plural }: GroupVersionResource): boolean {
  const type = typeOfResource(resource);
  return type.resource === plural && type.kind.group === group && type.kind.version === version;
}

function textOf({ group, version, resource }: GroupVersionResource): string {
  return `${group === "" ? version : `${group}/${version}`}, Resource=${resource}`;
}
