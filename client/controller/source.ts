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
  /** Namespace of the object; absent or empty for a cluster-scoped object. */
  readonly namespace?: string;
  readonly name: string;
}

/**
 * Starts reconciles (Go: source.Source). `watch` returns a source for a kind. Custom sources can
 * start reconciles for events that do not come from the API server.
 */
export interface Source {
  /** Name of the source in messages. */
  readonly description: string;
  /** Requests informers for the source. Called before the informers start. */
  prepare?(informers: InformerFactory): void;
  /**
   * Starts the source. Resolves when the source has requested a reconcile for every existing
   * object. The controller then begins to reconcile.
   */
  start(context: SourceContext): Promise<void> | void;
}

export interface SourceContext extends CacheReader {
  readonly client: RESTClient;
  readonly informers: InformerFactory;
  /** Requests a reconcile of an object. */
  readonly enqueue: (object: ObjectName, options?: EnqueueOptions) => void;
  /** Signal that is aborted when the controller ends. */
  readonly signal: AbortSignal;
  /** Predicates of the controller for all kinds. */
  readonly predicates: readonly Predicate[];
  readonly onError: (message: string, error: unknown) => void;
}

export interface EnqueueOptions {
  /** Delay in milliseconds. Default: 0. */
  readonly after?: number;
  /** Objects with a higher priority are reconciled first. Default: 0. */
  readonly priority?: number;
}

/** Gives access to the caches of the kinds that controllers watch. */
export interface CacheReader {
  /**
   * Returns the cache of a kind. Its objects are shared and must not be changed.
   * @throws Error for a kind that no controller of the process watches
   */
  readonly cache: <K extends APIObject>(kind: Kind<K>) => ObjectReader<K>;
}

/** Read access to the cache of one kind. */
export type ObjectReader<T extends APIObject> = Pick<SharedInformer<T>, "lister" | "indexer">;

/**
 * Returns the names of the objects to reconcile after a change of an object of another kind. After
 * an update, it is called for the old and for the new state.
 */
export type MapFunction<T extends APIObject> = (object: DeepReadonly<T>, caches: CacheReader) => Iterable<ObjectName>;

/**
 * Priority of objects that existed when the controller started, and of resyncs. They are reconciled
 * after changed objects (Go: handler.LowPriority).
 */
export const lowPriority = -100;

/**
 * Returns a source that watches a kind.
 * @param map returns the objects to reconcile after a change. Default: changes start no reconciles,
 * and the kind is watched only to fill its cache
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
        // The old and the new state usually map to the same names, and each name needs only one
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

/** Returns read access to the caches of an informer factory. */
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
 * Returns a function that maps an object to its owners of one kind (Go: EnqueueRequestForOwner).
 * Only the group and the kind of an owner reference are compared, not its version.
 * @param isEvery false to return only the owner that controls the object
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

/** Returns the key of an object in a work queue: `namespace/name`, or `name`. */
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
