import { posix } from "node:path";
import { configName } from "../base/names.js";
import type { FileSystem } from "../base/file-system.js";

/**
 * Returns the folder for pages about a folder of types. It is the folder `generated` beside the
 * nearest configuration or package.json, so a run of the whole workspace and a run of one package
 * use the same folder.
 * @param folder path relative to the root; the result is also relative to the root
 */
export function pagesFolderOf(fileSystem: Pick<FileSystem, "read">, folder: string): string {
  for (let current = folder; current !== "."; current = posix.dirname(current)) {
    const isProject = [configName, "package.json"].some((name) => fileSystem.read(`${current}/${name}`) !== undefined);
    if (isProject) return `${current}/${pagesFolder}`;
  }
  return pagesFolder;
}

const pagesFolder = "generated";

/**
 * Returns the path of a folder of types as its page contains it: relative to the parent folder of
 * the pages.
 * @param page path of the page, relative to the root
 */
export function folderOnPage(page: string, folder: string): string {
  return posix.relative(projectOf(page), folder) || ".";
}

/**
 * Returns the path of a folder of types relative to the root.
 * @param page path of the page, relative to the root
 * @param written path of the folder as the page contains it
 */
export function folderOfTypes(page: string, written: string): string {
  return posix.join(projectOf(page), written);
}

function projectOf(page: string): string {
  const segments = page.split("/");
  return segments.slice(0, Math.max(segments.indexOf(pagesFolder), 0)).join("/") || ".";
}

/**
 * Returns the folders in which a run of the given folders can write or remove pages. The pages
 * folder of the root is always included.
 */
export function pagesFoldersOf(fileSystem: Pick<FileSystem, "read">, folders: readonly string[]): readonly string[] {
  return [...new Set([pagesFolder, ...folders.map((folder) => pagesFolderOf(fileSystem, folder))])];
}
