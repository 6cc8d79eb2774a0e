import { groupVersionString, type GroupVersionKind, type OwnerReference } from "@apimachinery/runtime";
import type { Store } from "../registry/store.js";
import type { APIGroupInfo } from "../server/api-group.js";

/** A resource whose objects can be owners and dependents. All of its versions share one store. */
export interface CollectedResource {
  /** Kind of the objects, in the preferred version of its group that serves the resource. */
  readonly kind: GroupVersionKind;
  /** Plural name, as in paths. */
  readonly resource: string;
  readonly store: Store;
}

/**
 * Location of an object: its resource, namespace, name and key. The object may not exist, because
 * an owner reference can refer to a missing object.
 */
export interface ObjectPlace {
  readonly resource: CollectedResource;
  /** Namespace of the object; empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  /** Key under which the object is stored. Two references to one object have the same key. */
  readonly key: string;
}

/**
 * Reason why the place of an owner is not known. `unknown kind`: the server does not serve the kind
 * of the owner, so it cannot find out whether the owner exists. `namespaced owner`: the dependent
 * is cluster-scoped, so the namespace of its namespaced owner is not known.
 */
export type Unplaced = "unknown kind" | "namespaced owner";

/** The resources of a server whose objects the garbage collector checks. */
export class CollectedResources {
  readonly all: readonly CollectedResource[];
  readonly #byKind = new Map<string, CollectedResource>();

  constructor(infos: readonly APIGroupInfo[]) {
    const byPrefix = new Map<string, CollectedResource>();
    const served = infos.flatMap(servedIn);
    // A kind that is stored as another kind shares the resource of the other kind.
    for (const each of served) {
      const { prefix } = each.store.place;
      if (!each.store.isShared && !byPrefix.has(prefix)) byPrefix.set(prefix, each);
    }
    for (const { kind, store } of served) {
      const resource = byPrefix.get(store.place.prefix);
      if (resource !== undefined) this.#byKind.set(nameOf(groupVersionString(kind), kind.kind), resource);
    }
    this.all = [...byPrefix.values()];
  }

  /**
   * Returns the place of the owner in an owner reference, or the reason why this place is not
   * known.
   * @param namespace namespace of the dependent; a namespaced owner is in the same namespace
   */
  ownerPlace({ apiVersion, kind, name }: OwnerReference, namespace: string): ObjectPlace | Unplaced {
    const resource = this.#byKind.get(nameOf(apiVersion, kind));
    if (resource === undefined) return "unknown kind";
    if (!resource.store.strategy.isNamespaced) return placeOfObject(resource, "", name);
    return namespace === "" ? "namespaced owner" : placeOfObject(resource, namespace, name);
  }
}

/** Returns the place of an object. */
export function placeOfObject(resource: CollectedResource, namespace: string, name: string): ObjectPlace {
  const folder = namespace === "" ? "" : `${namespace}/`;
  return { resource, namespace, name, key: `${resource.store.stored.prefix}${folder}${name}` };
}

/** Returns the stored resources of a group in all versions, the preferred version first. */
function servedIn({ group, scheme, versions }: APIGroupInfo): CollectedResource[] {
  return scheme.prioritizedVersionsForGroup(group).flatMap(({ version }) =>
    Object.entries(versions[version] ?? {}).flatMap(([resource, { store, answer }]) => {
      const kind = { group, version, kind: store.kind.kind };
      return answer === undefined ? [{ kind, resource, store }] : [];
    }),
  );
}

function nameOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
