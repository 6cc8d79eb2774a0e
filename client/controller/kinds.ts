import type { AnyKindDefinition, KindDefinition } from "@apimachinery/runtime";
import type { Indexers } from "../cache/indexer.js";
import { resourceOfKind, type APIObject, type ResourceType } from "../rest/resource-type.js";
import type { Predicate } from "./predicates.js";

/** A kind from a generated `Kinds` table, or a resource type such as `leaseResource`. */
export type Kind<T extends APIObject> = KindDefinition<T> | ResourceType<T>;

/** A kind of objects of any type. */
export type AnyKind = AnyKindDefinition | ResourceType<APIObject>;

/** A kind that a controller watches, with options. */
export interface WatchedKind<T extends APIObject> extends SourceOptions<T> {
  readonly kind: Kind<T>;
}

/** Options for watching a kind. */
export interface SourceOptions<T extends APIObject> {
  /**
   * A change starts a reconcile only if all predicates return true. Default: every change starts a
   * reconcile.
   */
  readonly predicates?: readonly Predicate<T>[];
  /**
   * Indexes of the cache. Several controllers can define an index if they use the same function.
   */
  readonly indexers?: Indexers<T>;
}

/** A kind of objects that are owned by other objects. */
export interface OwnedKind {
  readonly kind: AnyKind;
  /** True to reconcile all owners of an object. Default: only the owner that controls it. */
  readonly everyOwner?: boolean;
  readonly predicates?: readonly Predicate[];
}

/** Returns the resource type of a kind. */
export function resourceTypeOf<T extends APIObject>(kind: Kind<T>): ResourceType<T> {
  return "decode" in kind ? kind : resourceOfKind(kind);
}

/** Returns the resource type of a kind of objects of any type. */
export function anyTypeOf(kind: AnyKind): ResourceType<APIObject> {
  // The cast is safe, because `resourceOfKind` refuses kinds of objects without metadata.
  return resourceTypeOf(kind as Kind<APIObject>);
}

/** Returns a watched kind; if only the kind is given, the options are empty. */
export function watchedKind<T extends APIObject>(given: Kind<T> | WatchedKind<T>): WatchedKind<T> {
  return "schema" in given || "decode" in given ? { kind: given } : given;
}

/** Returns an owned kind; if only the kind is given, the options are empty. */
export function ownedKindOf(given: AnyKind | OwnedKind): OwnedKind {
  return "schema" in given || "decode" in given ? { kind: given } : given;
}
