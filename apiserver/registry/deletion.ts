import { isDeepStrictEqual } from "node:util";
import { compareTimes, timeOf, type GroupKind, type ObjectMeta, type Preconditions } from "@apimachinery/runtime";
import { newConflict } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import type { Propagation } from "./garbage-collection.js";

/** Result of a deletion. */
export interface Deleted {
  readonly object: APIObject;
  /** True if the object was removed; false if finalizers or a grace period delay its removal. */
  readonly isGone: boolean;
  /** True if the response is a Status; false if it is the object. */
  readonly isStatus: boolean;
}

/** Fields of Go's DeleteOptions that affect the deletion of an object in a store. */
export interface DeletionRules extends Propagation {
  readonly preconditions: Preconditions;
  /** Grace period that the request demands, in seconds; undefined for the kind's default. */
  readonly gracePeriodSeconds?: number | undefined;
  /**
   * True to delete an unreadable object without regard to its finalizers. The deletion of a
   * readable object is then refused. Default: false.
   */
  readonly isUnreadable?: boolean;
}

/**
 * Checks that an object has the uid and the resourceVersion that a deletion requires.
 * @throws StatusError 409; as in Go, its details contain the kind instead of the resource
 */
export function checkDeletePreconditions(
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

/** Reports whether an object is being deleted. */
export function isTerminating({ deletionTimestamp }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined;
}

/**
 * Reports whether an update completes the deletion of an object: the new object has no finalizers,
 * and the deletion of the stored object has no grace period (Go: ShouldDeleteDuringUpdate).
 */
export function shouldDeleteNow({ metadata }: APIObject, { metadata: old }: Readonly<APIObject>): boolean {
  return isTerminating(old) && (metadata.finalizers ?? []).length === 0 && (old.deletionGracePeriodSeconds ?? 0) === 0;
}

type WithMetadata = Readonly<Pick<APIObject, "metadata">>;

/**
 * Reports whether an update only removes finalizers from an object that is being deleted. Such an
 * update is not validated, so that every deletion can complete.
 * @param ignoresStatus true if the write keeps the old status, so that the status in `object` has
 *   no effect
 */
export function losesOnlyFinalizers(object: WithMetadata, old: WithMetadata, ignoresStatus = false): boolean {
  if (!isTerminating(old.metadata)) return false;
  const { finalizers: before = [] } = old.metadata;
  const { finalizers: after = [] } = object.metadata;
  return (
    after.length < before.length &&
    after.every((finalizer) => before.includes(finalizer)) &&
    isDeepStrictEqual(withoutFinalizers(object, ignoresStatus), withoutFinalizers(old, ignoresStatus))
  );
}

/**
 * Returns the parts of an object that `losesOnlyFinalizers` compares: labels, annotations, owner
 * references and everything outside of the metadata, without the status if `ignoresStatus` is true.
 */
function withoutFinalizers({ metadata, ...rest }: WithMetadata, ignoresStatus: boolean): object {
  const { labels, annotations, ownerReferences } = metadata;
  return {
    ...rest,
    ...(ignoresStatus ? { status: undefined } : {}),
    metadata: [labels, annotations, ownerReferences].map((value = {}) =>
      Object.keys(value).length === 0 ? {} : value,
    ),
  };
}

/**
 * Sets the deletion timestamp and ends the grace period, in place (Go: markAsDeleting). Then only
 * finalizers delay the removal of the object.
 */
export function markDeleted(metadata: ObjectMeta, now: Date): void {
  const { deletionTimestamp, generation = 0 } = metadata;
  if (deletionTimestamp === undefined && generation > 0) metadata.generation = generation + 1;
  const time = timeOf(now);
  if (deletionTimestamp === undefined || compareTimes(deletionTimestamp, time) > 0) metadata.deletionTimestamp = time;
  metadata.deletionGracePeriodSeconds = 0;
}
