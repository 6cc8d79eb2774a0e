import { posix } from "node:path";
import type { FileSystem } from "../base/file-system.js";
import { isPending, type FileChange } from "../base/change.js";

/**
 * Returns the folders that become empty because the changes remove their files. A folder comes
 * before its parent folder. Folders that were already empty are not included.
 * @param keep folders that are never removed, because the user has named them
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

/** Returns the folders that contain a path, with the nearest first, without the root. */
function above(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...above(folder)];
}
