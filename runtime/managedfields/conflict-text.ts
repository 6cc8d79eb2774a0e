import { compareByCodePoints } from "../util/compare-keys.js";
import { pathToString, type Conflict, type Conflicts } from "../structuredmerge/index.js";
import { printManager } from "./manager-name.js";

/**
 * Returns conflicts sorted by manager. Those of one manager keep their order, which is that of Go:
 * first the fields at a path, then the fields below it.
 */
export function sortedConflicts({ conflicts }: Conflicts): readonly Conflict[] {
  return [...conflicts].sort((a, b) => compareByCodePoints(a.manager, b.manager));
}

/**
 * Returns the error message of a server-side apply that failed because of conflicts. Source:
 * `NewConflictError` of apimachinery/pkg/util/managedfields/internal.
 * @param conflicts result of `sortedConflicts`
 */
export function conflictText(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first !== undefined && conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${printManager(first.manager)}: ${pathToString(first.path)}`;
  const lines = conflicts.flatMap(({ manager, path }, index) => [
    ...(conflicts[index - 1]?.manager === manager ? [] : [`conflicts with ${printManager(manager)}:`]),
    `- ${pathToString(path)}`,
  ]);
  return `Apply failed with ${String(conflicts.length)} conflicts: ${lines.join("\n")}`;
}
