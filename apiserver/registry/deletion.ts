import { timeOf } from "@apimachinery/runtime";
import type { DeletionPropagation, GroupKind, ObjectMeta, Preconditions } from "@apimachinery/runtime";
import { newConflict } from "../errors/index.js";
import type { APIObject } from "./api-object.js";

/** How an object is to be deleted: what of Go's DeleteOptions a store acts on. */
export interface DeleteOptions {
  readonly preconditions: Preconditions;
  /** Undefined: as the object's finalizers say, else as the kind says. */
  readonly propagation: DeletionPropagation | undefined;
  /** Only an object that can't be read is meant; it goes at once, whatever it says. */
  readonly isUnreadable?: boolean;
}

const orphan = "orphan";
const foreground = "foregroundDeletion";

/** @throws StatusError 409 where the object is not the one that was meant; it is about the kind, as in Go */
export function checkPreconditions({ uid, resourceVersion }: Preconditions, kind: GroupKind, { metadata }: APIObject): void {
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

/** The finalizers of an object that is to be deleted: the policy's own come and go, others stay. @param usual of the kind */
export function finalizersForDeletion({ finalizers = [] }: ObjectMeta, asked: DeletionPropagation | undefined, usual: DeletionPropagation | undefined): readonly string[] {
  const others = finalizers.filter((finalizer) => finalizer !== orphan && finalizer !== foreground);
  const propagation = asked ?? (others.length < finalizers.length ? undefined : usual);
  if (propagation === undefined) return finalizers;
  if (propagation === "Orphan") return [...others, orphan];
  return propagation === "Foreground" ? [...others, foreground] : others;
}

/** Whether two objects wait for the same. */
export function sameFinalizers(a: readonly string[], b: readonly string[]): boolean {
  return a.every((finalizer) => b.includes(finalizer)) && b.every((finalizer) => a.includes(finalizer));
}

/** Whether an object waits for its finalizers and for nothing else. */
export function isTerminating({ deletionTimestamp }: ObjectMeta): boolean {
  return deletionTimestamp !== undefined;
}

/** Whether nothing keeps an object that was deleted any more. */
export function isReadyToGo(metadata: ObjectMeta): boolean {
  return isTerminating(metadata) && (metadata.finalizers ?? []).length === 0 && (metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

/** Marks an object as deleted, in place: from now on only its finalizers keep it. */
export function markDeleted(metadata: ObjectMeta, finalizers: readonly string[]): void {
  metadata.finalizers = [...finalizers];
  if (metadata.deletionTimestamp === undefined && metadata.generation !== undefined && metadata.generation > 0) metadata.generation++;
  metadata.deletionTimestamp ??= timeOf(new Date());
  metadata.deletionGracePeriodSeconds ??= 0;
}
