import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileChange } from "./change.js";
import { generatedBy } from "./header.js";

/**
 * Files that carry our header and that nothing plans any more. Files without it belong to a person and are never named here.
 *
 * @param folders relative to the root
 * @param claimed paths that are planned or kept
 * @param mayJudge whether this run knows all files of that generator
 */
export function findOrphans(root: string, folders: readonly string[], claimed: ReadonlySet<string>, mayJudge: (generator: string) => boolean): FileChange[] {
  return folders.flatMap((folder) =>
    sourceFiles(join(root, folder)).flatMap((name) => {
      const path = folder === "." ? name : `${folder}/${name}`;
      if (claimed.has(path)) return [];
      const before = readFileSync(join(root, path), "utf8");
      const generator = generatedBy(before);
      if (generator === undefined || !mayJudge(generator)) return [];
      return [{ path, generator, action: "remove" as const, before }];
    }),
  );
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() && entry.name.endsWith(".ts") ? [entry.name] : []));
}
