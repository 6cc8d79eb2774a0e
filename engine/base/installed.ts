import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { isRecord } from "../util/is-record.js";
import { archivedFile } from "./plug-and-play.js";
import { runtimePackage } from "./runtime-package.js";

/**
 * Returns the path of the package.json of an npm package. Searches the `node_modules` of a folder
 * and of the folders above it, and the archives of Yarn's Plug'n'Play.
 */
function findManifest(root: string, npmPackage: string): string | undefined {
  const path = join("node_modules", npmPackage, "package.json");
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, path))) return join(folder, path);
    if (dirname(folder) === folder) return archivedFile(join(root, path));
  }
}

/** Returns the real folder of an installed package; undefined if the package is not installed. */
export function installedFolder(root: string, npmPackage: string): string | undefined {
  const file = findManifest(root, npmPackage);
  return file === undefined ? undefined : dirname(realpathSync(file));
}

/** Returns the installed version of a package; undefined if the package is not installed. */
export function installedVersion(root: string, npmPackage: string): string | undefined {
  const file = findManifest(root, npmPackage);
  return file === undefined ? undefined : readVersion(file);
}

/**
 * Returns the installed version of an npm package, and the key with which `versionBehind` finds the
 * version again. Looks in each folder, because some package managers install packages separately
 * for each package of a workspace.
 *
 * @param folders folders of importing code relative to the root; the first one is `""`, the root
 */
export function installedFor(
  root: string,
  folders: readonly string[],
  npmPackage: string,
): { readonly key: string; readonly version: string | undefined } {
  const keyOf = (folder: string): string => (folder === "" ? npmPackage : `${folder}\n${npmPackage}`);
  for (const folder of folders) {
    const version = installedVersion(resolve(root, folder), npmPackage);
    if (version !== undefined) return { key: keyOf(folder), version };
  }
  return { key: keyOf(folders[0] ?? ""), version: undefined };
}

/**
 * Returns the installed version of a package.
 * @param key a key that `installedFor` has returned
 */
export function versionBehind(root: string, key: string): string | undefined {
  const [first = "", second] = key.split("\n");
  return second === undefined ? installedVersion(root, first) : installedVersion(resolve(root, first), second);
}

/**
 * Returns the exports of an npm package, as code in one of the folders imports it; undefined if the
 * package is not installed or cannot be loaded.
 */
export function loadInstalled(root: string, folders: readonly string[], npmPackage: string): unknown {
  for (const folder of folders) {
    try {
      return createRequire(resolve(root, folder, "package.json"))(npmPackage) as unknown;
    } catch {
      // The next folder can have the package.
    }
  }
  return undefined;
}

/**
 * Returns the folder of the installed runtime, relative to the root; `""` if it is not installed.
 * With pnpm and Plug'n'Play, the runtime can import packages that the project itself cannot.
 */
export function runtimeFolder(root: string, folders: readonly string[]): string {
  for (const folder of ["", ...folders]) {
    const found = installedFolder(resolve(root, folder), runtimePackage);
    if (found !== undefined) return relative(root, found);
  }
  return "";
}

/** Returns the `version` of a package.json. */
export function readVersion(file: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
    const version = isRecord(manifest) ? manifest["version"] : undefined;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
