import type { DeepReadonly } from "../cache/deep-readonly.js";
import { DeletedFinalStateUnknown } from "../cache/deleted-final-state-unknown.js";
import type { InformerFactory } from "../cache/informer-factory.js";
import { joinKey } from "../cache/keys.js";
import type { SharedInformer } from "../cache/shared-informer.js";
import type { APIObject, ResourceType } from "../rest/resource-type.js";
import type { RESTClient } from "../rest/rest-client.js";
import { resourceTypeOf, type Kind, type SourceOptions } from "./kinds.js";
import type { Change, Predicate } from "./predicates.js";

/** Name of an object that a controller reconciles (Go: reconcile.Request). */
export interface ObjectName {
  /** Absent or empty for a cluster-scoped object. */
  readonly namespace?: string;
  readonly name: string;
}

/**
 * Starts reconciles (Go: source.Source). `watch` returns the source of a kind; other objects start
 * reconciles about changes outside of the server.
 */
export interface Source {
  /** Name of the source in messages. */
  readonly description: string;
  /** Requests the informers of the source, before they start. */
  prepare?(informers: InformerFactory): void;
  /**
   * Starts the source. Resolves when the source has reported everything that exists. The controller
   * then begins to reconcile.
   */
  start(context: SourceContext): Promise<void> | void;
}

export interface SourceContext extends CacheReader {
  readonly client: RESTClient;
  readonly informers: InformerFactory;
  /** Requests a reconcile. */
  readonly enqueue: (object: ObjectName, options?: EnqueueOptions) => void;
  /** Aborted at the end of the controller. */
  readonly signal: AbortSignal;
  /** Predicates for all kinds of the controller. */
  readonly predicates: readonly Predicate[];
  readonly onError: (message: string, error: unknown) => void;
}

export interface EnqueueOptions {
  /** Delay in milliseconds. Default: 0. */
  readonly after?: number;
  /** Objects with a higher priority are reconciled first. Default: 0. */
  readonly priority?: number;
}

/** Reads the caches of the kinds that controllers watch. */
export interface CacheReader {
  /**
   * Returns the cache of a kind. Its objects are shared and must not be changed.
   * @throws Error for a kind that no controller of the process watches
   */
  readonly cache: <K extends APIObject>(kind: Kind<K>) => ObjectReader<K>;
}

/** The readers of a cache. */
export type ObjectReader<T extends APIObject> = Pick<SharedInformer<T>, "lister" | "indexer">;

/**
 * Returns the names of the objects to reconcile after a change of another object. It is called with
 * both states of a changed object.
 */
export type MapFunction<T extends APIObject> = (object: DeepReadonly<T>, caches: CacheReader) => Iterable<ObjectName>;

/**
 * Priority of objects that existed when a controller started, and of resyncs. Changes are
 * reconciled first (Go: handler.LowPriority).
 */
export const lowPriority = -100;

/**
 * Returns the source of a kind. Without `map`, changes of the kind start no reconciles; `reconcile`
 * can read its cache.
 */
export function watch<T extends APIObject>(
  kind: Kind<T>,
  map: MapFunction<T> = () => [],
  { predicates = [], indexers = {} }: SourceOptions<T> = {},
): Source {
  const type = resourceTypeOf(kind);
  const description = `kind source: ${type.kind.kind}`;
  return {
    description,
    prepare: (informers) => {
      informers.forResource(type).addIndexers(indexers);
    },
    start: async (context) => {
      const all: readonly Predicate<T>[] = [...context.predicates, ...predicates];
      const handle = (change: Change<T>, ...objects: readonly DeepReadonly<T>[]) => {
        if (!all.every((predicate) => predicate(change))) return;
        const priority = isUnchanged(change) ? lowPriority : 0;
        // Both states of a changed object usually map to the same names, which need only one
        // reconcile.
        const names = new Map(
          objects.flatMap((object) => [...map(object, context)]).map((name) => [keyOfName(name), name]),
        );
        for (const name of names.values()) context.enqueue(name, { priority });
      };
      const registration = context.informers.forResource(type).addEventHandler(
        {
          onAdd: (object, isInInitialList) => {
            handle({ type: "add", object, isInInitialList }, object);
          },
          onUpdate: (old, object) => {
            handle({ type: "update", old, object }, old, object);
          },
          onDelete: (deleted) => {
            const object = deleted instanceof DeletedFinalStateUnknown ? deleted.object : deleted;
            handle({ type: "delete", object }, object);
          },
        },
        {
          onError: (error) => {
            context.onError(`a predicate or the function map of the ${description} failed`, error);
          },
        },
      );
      const remove = () => {
        registration.remove();
      };
      context.signal.addEventListener("abort", remove, { once: true });
      await registration.synced();
    },
  };
}

/** Returns the reader of the caches of a factory. */
export function cacheReader(informers: InformerFactory): CacheReader {
  return {
    cache: (kind) => {
      const type = resourceTypeOf(kind);
      if (informers.isFollowed(type)) return informers.forResource(type);
      throw new Error(`the controllers do not cache ${type.resource}: add watch(Kinds.${type.kind.kind}) to "watches"`);
    },
  };
}

/** Returns the name of an object. */
export function nameOfObject({
  metadata,
}: {
  readonly metadata: APIObject["metadata"] | DeepReadonly<APIObject["metadata"]>;
}): ObjectName {
  return { namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
}

/**
 * Returns a function that maps an object to its owners of a kind (Go: EnqueueRequestForOwner). Only
 * the group and the kind of an owner are compared, not its version.
 */
export function ownersOf(owner: ResourceType<APIObject>, isEvery: boolean): MapFunction<APIObject> {
  const { kind, scope } = owner;
  return ({ metadata }) =>
    (metadata.ownerReferences ?? [])
      .filter((reference) => isEvery || reference.controller === true)
      .slice(0, isEvery ? undefined : 1)
      .filter((reference) => reference.kind === kind.kind && groupOf(reference.apiVersion) === kind.group)
      .map(({ name }) => (scope === "Cluster" ? { name } : { namespace: metadata.namespace ?? "", name }));
}

/** Returns the key of a name. */
export function keyOfName({ namespace = "", name }: ObjectName): string {
  return joinKey(namespace, name);
}

/** Returns the group of an apiVersion; undefined for a string that is not an apiVersion. */
function groupOf(apiVersion: string): string | undefined {
  const parts = /^(?:([^/]*)\/)?[^/]*$/.exec(apiVersion);
  return parts === null ? undefined : (parts[1] ?? "");
}

function isUnchanged<T extends APIObject>(change: Change<T>): boolean {
  if (change.type === "add") return change.isInInitialList;
  return change.type === "update" && change.old.metadata.resourceVersion === change.object.metadata.resourceVersion;
}
