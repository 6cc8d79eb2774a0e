import type { AnyKindDefinition, KindDefinition } from "@apimachinery/runtime";
import type { Indexers } from "../cache/indexer.js";
import { resourceOfKind, type APIObject, type ResourceType } from "../rest/resource-type.js";
import type { Predicate } from "./predicates.js";

/** A kind of a generated `Kinds` table, or a resource such as `leaseResource`. */
export type Kind<T extends APIObject> = KindDefinition<T> | ResourceType<T>;

/** A kind whose type does not matter. */
export type AnyKind = AnyKindDefinition | ResourceType<APIObject>;

/** A kind with the options of its source. */
export interface WatchedKind<T extends APIObject> extends SourceOptions<T> {
  readonly kind: Kind<T>;
}

/** Options of the changes of a kind. */
export interface SourceOptions<T extends APIObject> {
  /** Changes that start reconciles: those for which all predicates return true. */
  readonly predicates?: readonly Predicate<T>[];
  /** Indexes of the cache. Controllers with the same functions can share them. */
  readonly indexers?: Indexers<T>;
}

/** A kind of objects that other objects own. */
export interface OwnedKind {
  readonly kind: AnyKind;
  /** True to reconcile all owners of an object. Default: only its controller. */
  readonly everyOwner?: boolean;
  readonly predicates?: readonly Predicate[];
}

/** Returns the resource of a kind. */
export function resourceTypeOf<T extends APIObject>(kind: Kind<T>): ResourceType<T> {
  return "decode" in kind ? kind : resourceOfKind(kind);
}

/** Returns the resource of a kind whose type does not matter. */
export function anyTypeOf(kind: AnyKind): ResourceType<APIObject> {
  // The kinds of resources have metadata; `resourceOfKind` refuses other kinds.
  return resourceTypeOf(kind as Kind<APIObject>);
}

/** Returns a kind with options; a kind without options has none. */
export function watchedKind<T extends APIObject>(given: Kind<T> | WatchedKind<T>): WatchedKind<T> {
  return "schema" in given || "decode" in given ? { kind: given } : given;
}

/** Returns an owned kind with options; a kind without options has none. */
export function ownedKindOf(given: AnyKind | OwnedKind): OwnedKind {
  return "schema" in given || "decode" in given ? { kind: given } : given;
}
