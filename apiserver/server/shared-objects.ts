import {
  groupVersionString,
  type CodecFactory,
  type GroupKind,
  type GroupVersionKind,
  type RuntimeObject,
  type Scheme,
} from "@apimachinery/runtime";
import type { CompleteStrategy } from "../registry/complete-strategy.js";
import { ObjectCodec } from "../registry/object-codec.js";
import type { StoreConfig } from "../registry/store-config.js";
import type { Store } from "../registry/store.js";
import type { APIObject } from "../request/api-object.js";
import { qualifiedName } from "../util/qualified-name.js";
import { hubKind } from "./hub-kind.js";

/**
 * Stores of a server by kind. For a kind that is stored as another kind, the store of the other
 * kind is looked up here.
 */
export type StoresByKind = Map<string, Store>;

/** Returns the name of a kind for `StoresByKind`. */
export function kindKey({ group, kind }: GroupKind): string {
  return qualifiedName(group, kind);
}

/**
 * Returns the store of the kind as which another kind is stored.
 * @param own the kind without a store of its own
 * @param other the kind that stores the objects
 * @throws Error if no group has the other kind, or if the other kind also has no store of its own
 */
export function sharedStore(stores: StoresByKind, own: GroupKind, other: GroupKind): Store {
  const store = stores.get(kindKey(other));
  const what = `${kindKey(own)} is stored as ${kindKey(other)}`;
  if (store === undefined)
    throw new Error(`${what}, which no group of this server has: add the kind to "kinds" of its group`);
  if (store.isShared) throw new Error(`${what}, which is itself stored as another kind: name that kind in "storedAs"`);
  return store;
}

/** A kind that is stored as another kind. */
interface SharingKind {
  readonly scheme: Scheme;
  readonly codecs: CodecFactory;
  readonly strategy: { readonly ttl?: unknown };
}

/**
 * Returns the properties of a store's configuration that differ if the kind is stored as another
 * kind.
 * @param complete complete strategy of the kind
 * @throws Error if the kinds have different scopes, if the strategy of the kind has a `ttl`, or if
 *   no conversion functions are registered between the hubs of the kinds
 */
export function sharedPlace(
  { scheme, codecs, strategy }: SharingKind,
  own: GroupKind,
  complete: CompleteStrategy,
  store: Store,
): Pick<StoreConfig, "storage" | "prefix" | "codec" | "strategy" | "isShared"> {
  const what = `${kindKey(own)} is stored as ${kindKey(store.kind)}`;
  const scope = (isNamespaced: boolean) => (isNamespaced ? "namespaced" : "cluster-wide");
  const [here, there] = [scope(complete.isNamespaced), scope(store.strategy.isNamespaced)];
  if (here !== there) throw new Error(`${what}, but one is ${here} and the other ${there}: give both the same scope`);
  if (strategy.ttl !== undefined)
    throw new Error(`${what}, so it has no time to live of its own: set "ttl" in the strategy of ${store.kind.kind}`);
  const hub = hubKind(scheme, own);
  const storedHub = hubKind(scheme, store.kind);
  const toStored = conversion(scheme, hub, storedHub);
  const objects = { codec: store.codec, fromStored: conversion(scheme, storedHub, hub), toStored };
  const { storageVersion, storedKind } = store.codec;
  return {
    ...store.place,
    // The time to live is that of the kind that stores the objects, even if clients write them as
    // another kind.
    strategy: { ...complete, ttl: (object) => store.strategy.ttl(toStored(object)) },
    codec: new ObjectCodec(codecs, storageVersion, storedKind.kind, undefined, objects),
    isShared: true,
  };
}

function conversion(scheme: Scheme, from: GroupVersionKind, to: GroupVersionKind): (object: APIObject) => APIObject {
  const source = scheme.schemaFor(from);
  const target = scheme.schemaFor(to);
  if (!scheme.isConvertible(source, target))
    throw new Error(
      `${from.kind} of ${groupVersionString(from)} cannot be converted to ${to.kind} of ${groupVersionString(to)}, although both share one storage: register functions for both directions with scheme.addConversionFunc in \`install\``,
    );
  return (object) => {
    // The cast is safe: the compiler cannot derive the type of an object from a schema, but every
    // kind with a store has metadata.
    const converted = scheme.convert<unknown, RuntimeObject>(object, source as never, target as never) as APIObject;
    const { kind, apiVersion } = { kind: to.kind, apiVersion: groupVersionString(to) };
    return { ...converted, kind, apiVersion, metadata: { ...converted.metadata } };
  };
}
