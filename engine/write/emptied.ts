import { posix } from "node:path";
import type { FileSystem } from "../load/discover/file-system.js";
import { isPending, type FileChange } from "./change.js";

/**
 * Folders in which nothing is left when the changes are made, because of what they remove: the
 * lower ones first. Those that were empty before are none of ours.
 *
 * @param keep folders that stay, since somebody has named them
 */
export function findEmptied(
  { list }: Pick<FileSystem, "list">,
  changes: readonly FileChange[],
  keep: readonly string[],
): string[] {
  const pending = changes.filter(isPending);
  const removed = new Set(pending.flatMap(({ path, action }) => (action === "remove" ? [path] : [])));
  const written = new Set(pending.flatMap(({ path, action }) => (action === "remove" ? [] : above(path))));
  const emptied = new Set<string>();
  for (const path of removed) {
    for (const folder of above(path)) {
      if (emptied.has(folder)) continue;
      const left = (list(folder) ?? []).filter(
        ({ name }) => !removed.has(`${folder}/${name}`) && !emptied.has(`${folder}/${name}`),
      );
      if (
        left.length > 0 ||
        written.has(folder) ||
        keep.some((kept) => kept === folder || kept.startsWith(`${folder}/`))
      )
        break;
      emptied.add(folder);
    }
  }
  return [...emptied];
}

/** The folders that a path is in, the nearest first, without the root. */
function above(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...above(folder)];
}
