import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isRecord } from "./config/settings.js";

/**
 * Returns the path of the package.json of an npm package. Searches the `node_modules` of a folder
 * and of the folders above it.
 */
export function findManifest(root: string, npmPackage: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, "node_modules", npmPackage, "package.json");
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Returns the installed version of a package; undefined if the package is not installed. */
export function installedVersion(root: string, npmPackage: string): string | undefined {
  const file = findManifest(root, npmPackage);
  return file === undefined ? undefined : versionIn(file);
}

/**
 * Returns the installed version of an npm package, and the key with which `versionBehind` finds the
 * version again. Looks in the root first, and then in each folder, because some package managers
 * install packages separately for each package of a workspace.
 */
export function installedFor(
  root: string,
  folders: readonly string[],
  npmPackage: string,
): { readonly key: string; readonly version: string | undefined } {
  const version = installedVersion(root, npmPackage);
  if (version !== undefined) return { key: npmPackage, version };
  for (const folder of folders) {
    const found = installedVersion(join(root, folder), npmPackage);
    if (found !== undefined) return { key: `${folder}\n${npmPackage}`, version: found };
  }
  return { key: npmPackage, version: undefined };
}

/**
 * Returns the installed version of a package.
 * @param key a key that `installedFor` has returned
 */
export function versionBehind(root: string, key: string): string | undefined {
  const [first = "", second] = key.split("\n");
  return second === undefined ? installedVersion(root, first) : installedVersion(join(root, first), second);
}

/**
 * Returns the exports of an npm package, as code in the root or in one of the folders imports it;
 * undefined if the package is not installed or cannot be loaded.
 */
export function loadInstalled(root: string, folders: readonly string[], npmPackage: string): unknown {
  for (const folder of ["", ...folders]) {
    try {
      return createRequire(join(root, folder, "package.json"))(npmPackage) as unknown;
    } catch {
      // The next folder can have the package.
    }
  }
  return undefined;
}

/**
 * Reports whether Yarn has installed packages as archives (Plug'n'Play), without a `node_modules`.
 */
export function isPlugAndPlay(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".pnp.cjs"))) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** Returns the `version` of a package.json. */
export function versionIn(file: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
    const version = isRecord(manifest) ? manifest["version"] : undefined;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
