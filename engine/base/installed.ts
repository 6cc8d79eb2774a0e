import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { foldersUp } from "../util/folders-up.js";
import { archivedFile } from "./plug-and-play.js";
import { textOnDisk } from "./file-system.js";
import { runtimePackage } from "./runtime-package.js";
import { versionIn } from "./tool-version.js";

/**
 * Returns the path of the package.json of an npm package; undefined if it is not installed.
 * Searches the `node_modules` of a folder and of the folders above it, and the archives of Yarn's
 * Plug'n'Play.
 */
function findManifest(root: string, npmPackage: string): string | undefined {
  const path = join("node_modules", npmPackage, "package.json");
  const paths = foldersUp(root).map((folder) => join(folder, path));
  return paths.find((file) => existsSync(file)) ?? archivedFile(join(root, path));
}

/** Returns the real folder of an installed package; undefined if the package is not installed. */
export function installedFolder(root: string, npmPackage: string): string | undefined {
  const file = findManifest(root, npmPackage);
  return file === undefined ? undefined : dirname(realpathSync(file));
}

/**
 * Returns the version of an npm package that code in a folder imports; undefined if the package is
 * not installed or its package.json has no version.
 *
 * @param read returns the text of a file, which can be in an archive of Plug'n'Play
 */
export function installedVersion(
  folder: string,
  npmPackage: string,
  read: typeof textOnDisk = textOnDisk,
): string | undefined {
  for (const current of foldersUp(folder)) {
    const text = read(join(current, "node_modules", npmPackage, "package.json"));
    if (text !== undefined) return versionIn(text);
  }
  return undefined;
}

/**
 * Loads an npm package as code in one of the folders would, and returns its exports. Returns
 * undefined if the package is not installed or cannot be loaded.
 */
export function loadInstalled(root: string, folders: readonly string[], npmPackage: string): unknown {
  for (const folder of folders) {
    try {
      return createRequire(resolve(root, folder, "package.json"))(npmPackage) as unknown;
    } catch {
      // The package may be installed for the next folder.
    }
  }
  return undefined;
}

/**
 * Returns the folder of the installed runtime, relative to the root; `""` if it is not installed.
 * With pnpm and Plug'n'Play, the runtime can import packages that the project cannot import.
 */
export function runtimeFolder(root: string, folders: readonly string[]): string {
  for (const folder of ["", ...folders]) {
    const found = installedFolder(resolve(root, folder), runtimePackage);
    if (found !== undefined) return relative(root, found);
  }
  return "";
}
