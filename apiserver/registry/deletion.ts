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
 * The options of Go's DeleteOptions that a store supports. Dependents are not supported: a garbage
 * collector would have to remove its finalizers again, and without one they would keep the object
 * forever.
 */
export interface DeleteOptions {
  readonly preconditions: Preconditions;
  /** Only an unreadable object may be deleted, and its finalizers are ignored. */
  readonly isUnreadable?: boolean;
}

/**
 * Checks the uid and the resourceVersion of a deletion.
 * @throws StatusError 409, about the kind, as in Go
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

/** Reports whether an object is marked as deleted and waits for its finalizers. */
export function isTerminating({ deletionTimestamp }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined;
}

/**
 * Reports whether an object that is marked as deleted can be removed. (Go:
 * shouldDeleteDuringUpdate.)
 */
export function shouldDeleteNow(metadata: ObjectMeta): boolean {
  return (
    isTerminating(metadata) &&
    (metadata.finalizers ?? []).length === 0 &&
    (metadata.deletionGracePeriodSeconds ?? 0) === 0
  );
}

/** Reports whether an update only removes finalizers of an object that is being deleted. */
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

/** Returns the fields that an update can change, except the finalizers. */
function withoutFinalizers({ metadata, ...rest }: Readonly<APIObject>): object {
  return {
    ...rest,
    labels: metadata.labels,
    annotations: metadata.annotations,
    ownerReferences: metadata.ownerReferences,
  };
}

/** Marks an object as deleted, in place. Afterwards only its finalizers keep it. */
export function markDeleted(metadata: ObjectMeta): void {
  if (metadata.deletionTimestamp === undefined && metadata.generation !== undefined && metadata.generation > 0)
    metadata.generation++;
  metadata.deletionTimestamp ??= timeOf(new Date());
  metadata.deletionGracePeriodSeconds ??= 0;
}
