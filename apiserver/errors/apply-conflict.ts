import { printManager } from "@apimachinery/runtime/managedfields";
import { comparePaths, pathToString, type Conflict, type Conflicts } from "@apimachinery/runtime/structuredmerge";
import { failure, type StatusError } from "./status-error.js";

/**
 * Returns the 409 error for a server-side apply that would change fields of other managers. It has
 * one cause for each field (Go: managedfields/internal.NewConflictError).
 */
export function newApplyConflict({ conflicts }: Conflicts): StatusError {
  const sorted = [...conflicts].sort((a, b) => compare(a.manager, b.manager) || comparePaths(a.path, b.path));
  const causes = sorted.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${printManager(manager)}`,
    field: pathToString(path),
  }));
  return failure({ code: 409, reason: "Conflict", message: messageOf(sorted), details: { causes } });
}

function messageOf(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first !== undefined && conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${printManager(first.manager)}: ${pathToString(first.path)}`;
  const lines = conflicts.flatMap(({ manager, path }, index) => [
    ...(conflicts[index - 1]?.manager === manager ? [] : [`conflicts with ${printManager(manager)}:`]),
    `- ${pathToString(path)}`,
  ]);
  return `Apply failed with ${String(conflicts.length)} conflicts: ${lines.join("\n")}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
