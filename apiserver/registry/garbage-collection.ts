import type { DeletionPropagation } from "@apimachinery/runtime";

/**
 * Policy for the dependents of a deleted object. It applies if neither the request nor the
 * finalizers of the object determine the policy (Go: rest.GarbageCollectionPolicy). `Unsupported`
 * excludes a kind from garbage collection.
 */
export type GarbageCollectionPolicy = "DeleteDependents" | "OrphanDependents" | "Unsupported";

/** Options of a deletion that determine what happens to the dependents of the object. */
export interface Propagation {
  readonly propagationPolicy?: DeletionPropagation | undefined;
  /**
   * True if the dependents lose their owner reference instead of being deleted. Deprecated form of
   * `propagationPolicy`. If both are set, `orphanDependents` is used.
   */
  readonly orphanDependents?: boolean | undefined;
}

/** Finalizer of an object that stays until its owner references are removed from its dependents. */
export const orphanFinalizer = "orphan";
/** Finalizer of an object that stays until its dependents are deleted. */
export const foregroundFinalizer = "foregroundDeletion";

/**
 * Returns the finalizers of an object that is being deleted (Go:
 * deletionFinalizersForGarbageCollection). A garbage collector removes the finalizers `orphan` and
 * `foregroundDeletion` after it has handled the dependents of the object.
 * @returns undefined if the finalizers do not change
 */
export function deletionFinalizers(
  policy: GarbageCollectionPolicy,
  options: Propagation,
  finalizers: readonly string[],
): string[] | undefined {
  const next = finalizers.filter((finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer);
  if (orphansDependents(policy, options, finalizers)) next.push(orphanFinalizer);
  if (deletesDependentsFirst(policy, options, finalizers)) next.push(foregroundFinalizer);
  const before = new Set(finalizers);
  const after = new Set(next);
  return before.size === after.size && next.every((finalizer) => before.has(finalizer)) ? undefined : next;
}

/**
 * Reports whether the dependents of an object that is being deleted lose their reference to it. The
 * request takes precedence over the finalizers, and the finalizers over the policy of the kind.
 */
function orphansDependents(
  policy: GarbageCollectionPolicy,
  { orphanDependents, propagationPolicy }: Propagation,
  finalizers: readonly string[],
): boolean {
  if (policy === "Unsupported") return false;
  if (orphanDependents !== undefined) return orphanDependents;
  if (propagationPolicy !== undefined) return propagationPolicy === "Orphan";
  const own = finalizers.find((finalizer) => finalizer === orphanFinalizer || finalizer === foregroundFinalizer);
  return own === undefined ? policy === "OrphanDependents" : own === orphanFinalizer;
}

/** Reports whether an object that is being deleted stays until its dependents are deleted. */
function deletesDependentsFirst(
  policy: GarbageCollectionPolicy,
  { orphanDependents, propagationPolicy }: Propagation,
  finalizers: readonly string[],
): boolean {
  if (policy === "Unsupported" || orphanDependents !== undefined) return false;
  if (propagationPolicy !== undefined) return propagationPolicy === "Foreground";
  return (
    finalizers.find((finalizer) => finalizer === orphanFinalizer || finalizer === foregroundFinalizer) ===
    foregroundFinalizer
  );
}
