import { field, validation, type ErrorList } from "@apimachinery/runtime";
import { validateMetadata } from "../../registry/validate-metadata.js";
import { nameIsDNSLabel } from "../names.js";
import type { Namespace } from "./v1/types.js";

/** Finalizers that are valid without a domain (Go: IsStandardFinalizerName). */
const standardFinalizers: readonly string[] = ["kubernetes", "orphan", "foregroundDeletion"];

/** Returns the errors of a new or changed namespace (Go: ValidateNamespace). */
export function validateNamespace({ metadata, spec }: Namespace): ErrorList {
  const path = field.newPath("spec").child("finalizers");
  return [
    ...validateMetadata(metadata, false, nameIsDNSLabel),
    ...(spec.finalizers ?? []).flatMap((finalizer) => validateFinalizer(finalizer, path)),
  ];
}

/**
 * Returns the errors of the finalizers that a client sets (Go: ValidateNamespaceFinalizeUpdate).
 */
export function validateFinalizers({ spec }: Namespace): ErrorList {
  const path = field.newPath("spec").child("finalizers");
  return (spec.finalizers ?? []).flatMap((finalizer, index) => validateFinalizer(finalizer, path.index(index)));
}

/** Returns the errors of a new status (Go: ValidateNamespaceStatusUpdate). */
export function validateNamespaceStatus({ metadata, status: { phase } }: Namespace): ErrorList {
  const path = field.newPath("status").child("Phase");
  if (metadata.deletionTimestamp === undefined)
    return phase === "Active"
      ? []
      : [field.invalid(path, phase ?? "", "may only be 'Active' if `deletionTimestamp` is empty")];
  return phase === "Terminating"
    ? []
    : [field.invalid(path, phase ?? "", "may only be 'Terminating' if `deletionTimestamp` is not empty")];
}

function validateFinalizer(finalizer: string, path: ReturnType<typeof field.newPath>): ErrorList {
  const errors = validation.isLabelKey(finalizer).map((why) => field.invalid(path, finalizer, why));
  if (finalizer.includes("/") || standardFinalizers.includes(finalizer)) return errors;
  return [
    ...errors,
    field.invalid(path, finalizer, "name is neither a standard finalizer name nor is it fully qualified"),
  ];
}
