import { posix } from "node:path";
import type { FileSystem, FolderEntry } from "../../base/file-system.js";
import type { MarkerDefinitions } from "../../markers/definitions.js";
import type { PackageId } from "../../model/universe.js";
import { isSource, packageOfFile } from "../discover/paths.js";
import type { LoadSnapshot } from "./snapshot.js";

/**
 * Returns a snapshot with only the folders that have not changed and do not import from a changed
 * folder. Returns undefined if anything other than the text of a source file has changed, because
 * such a change can affect all folders. Changes of generated files are ignored.
 */
export function validSnapshots(
  fileSystem: FileSystem,
  definitions: MarkerDefinitions,
  snapshot: LoadSnapshot,
): LoadSnapshot | undefined {
  if ((snapshot.definitions ?? definitions) !== definitions) return undefined;
  for (const [path, entries] of snapshot.lists)
    if (namesIn(entries) !== namesIn(fileSystem.list(path))) return undefined;
  const changed = new Set<PackageId>();
  for (const [path, before] of snapshot.texts) {
    if (/(^|\/)zz_generated\./.test(path)) continue;
    const now = fileSystem.read(path);
    if (now === before) continue;
    const isEdited = before !== undefined && now !== undefined && isSource(posix.basename(path));
    if (!isEdited || path.includes("node_modules/")) return undefined;
    changed.add(packageOfFile(path));
  }
  const folders = [...snapshot.folders].filter(([, { reached }]) => !reached.some((id) => changed.has(id)));
  return { ...snapshot, folders: new Map(folders) };
}

/**
 * Returns the names in a folder that can affect imports and types, as one string; undefined for a
 * missing folder.
 */
function namesIn(entries: readonly FolderEntry[] | undefined): string | undefined {
  return entries
    ?.flatMap(({ name, folder, target }) => {
      if (target !== undefined) return [`${name}@${target}`];
      return !folder && /\.([cm]?tsx?|json)$/.test(name) ? [name] : [];
    })
    .join("\n");
}
