import { posix } from "node:path";
import { configName } from "../config/find.js";
import type { FileSystem } from "../load/discover/file-system.js";

/**
 * Returns the folder for pages about a folder of types: `generated`, beside the nearest
 * configuration or package.json. The result is the same for a run of the workspace and for a run of
 * one of its packages.
 * @param folder path relative to the root; so is the returned path
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
 * Returns the folder of types as its page names it: relative to the folder that contains the pages.
 */
export function folderOnPage(page: string, folder: string): string {
  return posix.relative(projectOf(page), folder) || ".";
}

/** Returns the folder of types, relative to the root, from its name on the page. */
export function folderOfTypes(page: string, written: string): string {
  return posix.join(projectOf(page), written);
}

function projectOf(page: string): string {
  const segments = page.split("/");
  return segments.slice(0, Math.max(segments.indexOf(pagesFolder), 0)).join("/") || ".";
}

/**
 * Returns the folders of pages that a run of these folders can write or remove, including the
 * root's folder of pages.
 */
export function pagesFoldersOf(fileSystem: Pick<FileSystem, "read">, folders: readonly string[]): readonly string[] {
  return [...new Set([pagesFolder, ...folders.map((folder) => pagesFolderOf(fileSystem, folder))])];
}
