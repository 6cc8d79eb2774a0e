import { conflictText, printManager, sortedConflicts } from "@apimachinery/runtime/managedfields";
import { pathToString, type Conflicts } from "@apimachinery/runtime/structuredmerge";
import { failure, type StatusError } from "./status-error.js";

/**
 * Returns the 409 error for a server-side apply that would change fields of other managers. It has
 * one cause for each field (Go: managedfields/internal.NewConflictError).
 */
export function newApplyConflict(conflicts: Conflicts): StatusError {
  const sorted = sortedConflicts(conflicts);
  const causes = sorted.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${printManager(manager)}`,
    field: pathToString(path),
  }));
  return failure({ code: 409, reason: "Conflict", message: conflictText(sorted), details: { causes } });
}
