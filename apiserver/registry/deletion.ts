import { isDeepStrictEqual } from "node:util";
import { timeOf, type GroupKind, type ObjectMeta, type Preconditions } from "@apimachinery/runtime";
import { newConflict } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";

/** The result of a deletion. */
export interface Deleted {
  readonly object: APIObject;
  /** False while finalizers keep the object. */
  readonly isGone: boolean;
}

/**
 * How an object is to be deleted: what of Go's DeleteOptions a store acts on. What becomes of
 * dependents is not among it: a garbage collector would see to them, and take its finalizers off
 * again; without one they would keep the object for ever.
 */
export interface DeleteOptions {
  readonly preconditions: Preconditions;
  /** Only an object that can't be read is meant; it goes at once, whatever it says. */
  readonly isUnreadable?: boolean;
}

/**
 * @throws StatusError 409 where the object is not the one that was meant; it is about the kind, as
 * in Go
 */
export function checkPreconditions(
  { uid, resourceVersion }: Preconditions,
  kind: GroupKind,
  { metadata }: APIObject,
): void {
  const about = { group: kind.group, name: kind.kind };
  const name = metadata.name ?? "";
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid ?? ""}). The object might have been deleted and then recreated`;
    throw newConflict(about, name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion ?? ""}). The object might have been modified`;
    throw newConflict(about, name, why);
  }
}

/** Whether an object waits for its finalizers and for nothing else. */
export function isTerminating({ deletionTimestamp }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined;
}

/** Whether nothing keeps an object that was deleted any more. */
export function shouldDeleteNow(metadata: ObjectMeta): boolean {
  return (
    isTerminating(metadata) &&
    (metadata.finalizers ?? []).length === 0 &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0
  );
}

/** Whether an update does nothing but remove finalizers of an object that is being deleted. */
export function losesOnlyFinalizers(object: APIObject, old: Readonly<APIObject>): boolean {
  if (!isTerminating(old.metadata)) return false;
  const before = new Set(old.metadata.finalizers);
  const after = object.metadata.finalizers ?? [];
  return (
    after.length < before.size &&
    after.every((finalizer) => before.has(finalizer)) &&
    isDeepStrictEqual(withoutFinalizers(object), withoutFinalizers(old))
  );
}

/** What an update can change, except the finalizers. */
function withoutFinalizers({ metadata, ...rest }: Readonly<APIObject>): object {
  return {
    ...rest,
    labels: metadata.labels,
    annotations: metadata.annotations,
    ownerReferences: metadata.ownerReferences,
  };
}

/** Marks an object as deleted, in place: from now on only its finalizers keep it. */
export function markDeleted(metadata: ObjectMeta): void {
  if (metadata.deletionTimestamp === undefined && metadata.generation !== undefined && metadata.generation > 0)
    metadata.generation++;
  metadata.deletionTimestamp ??= timeOf(new Date());
  metadata.deletionGracePeriodSeconds ??= 0;
}
