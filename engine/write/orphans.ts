import type { FileSystem } from "../load/file-system.js";
import type { FileChange } from "./change.js";
import { folderOfPage, generatedBy } from "./header.js";
import { sourceFolders } from "./source-folders.js";

/** What spans folders, or is no TypeScript, stands below it. */
export const pagesFolder = "generated";

/**
 * Files that carry our header and that nothing plans any more. Files without it belong to a person and are never named here.
 *
 * @param folders relative to the root
 * @param claimed paths that are planned or kept
 * @param mayJudge whether this run knows all files of that generator
 */
export function findOrphans(
  fileSystem: FileSystem,
  folders: readonly string[],
  claimed: ReadonlySet<string>,
  mayJudge: (generator: string) => boolean,
): FileChange[] {
  return folders.flatMap((folder) =>
    (fileSystem.list(folder) ?? []).flatMap((entry) => {
      const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
      // The compiler copies our header into declaration files.
      if (entry.folder || !entry.name.endsWith(".ts") || entry.name.endsWith(".d.ts") || claimed.has(path)) return [];
      const before = fileSystem.read(path);
      const generator = before === undefined ? undefined : generatedBy(before);
      if (before === undefined || generator === undefined || !mayJudge(generator)) return [];
      return [{ path, generator, action: "remove" as const, before }];
    }),
  );
}

/**
 * Pages of folders that this run has read and that have none any more, or that are gone. What another run writes stays: a page says which folder it tells of.
 *
 * @param folders those of this run, relative to the root
 */
export function findOrphanPages(
  fileSystem: FileSystem,
  folders: readonly string[],
  claimed: ReadonlySet<string>,
  mayJudge: (generator: string) => boolean,
): FileChange[] {
  const known = new Set(folders);
  return sourceFolders(fileSystem, [pagesFolder]).flatMap((folder) =>
    (fileSystem.list(folder) ?? []).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.folder || !entry.name.endsWith(".md") || claimed.has(path)) return [];
      const before = fileSystem.read(path) ?? "";
      const [generator, from] = [generatedBy(before), folderOfPage(before)];
      if (generator === undefined || from === undefined || !mayJudge(generator)) return [];
      return known.has(from) || fileSystem.list(from) === undefined ? [{ path, generator, action: "remove" as const, before }] : [];
    }),
  );
}

/** Files that exist and that a generator can't judge in this run. */
export function findKept(fileSystem: FileSystem, keep: readonly string[]): FileChange[] {
  return keep.flatMap((path) => {
    const before = fileSystem.read(path);
    const generator = before === undefined ? undefined : generatedBy(before);
    return before === undefined || generator === undefined ? [] : [{ path, generator, action: "keep" as const, before }];
  });
}
