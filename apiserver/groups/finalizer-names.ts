import { field, validation, type ErrorList, type ObjectMeta } from "@apimachinery/runtime";

/** Finalizers that are valid without a domain (Go: IsStandardFinalizerName). */
const standardFinalizers: readonly string[] = ["kubernetes", "orphan", "foregroundDeletion"];

/** Returns the errors of a finalizer in the spec of a namespace (Go: validateFinalizerName). */
export function finalizerErrors(finalizer: string, path: ReturnType<typeof field.newPath>): ErrorList {
  return [
    ...validation.isLabelKey(finalizer).map((why) => field.invalid(path, finalizer, why)),
    ...unqualified(finalizer, path),
  ];
}

/**
 * Returns an error for each finalizer of an object without a domain. Kubernetes refuses them for
 * kinds of its core group and for Events (Go: ValidateObjectMeta of its core group).
 */
export function unqualifiedFinalizers({ finalizers = [] }: ObjectMeta): ErrorList {
  const path = field.newPath("metadata").child("finalizers");
  return finalizers.flatMap((finalizer, index) => unqualified(finalizer, path.index(index)));
}

function unqualified(finalizer: string, path: ReturnType<typeof field.newPath>): ErrorList {
  return finalizer.includes("/") || standardFinalizers.includes(finalizer)
    ? []
    : [field.invalid(path, finalizer, "name is neither a standard finalizer name nor is it fully qualified")];
}
