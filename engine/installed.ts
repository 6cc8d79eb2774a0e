import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord } from "./config/settings.js";

/** @returns the package.json of an npm package as code in `root` would find it */
export function findManifest(root: string, npmPackage: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, "node_modules", npmPackage, "package.json");
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}

/** @returns undefined where the package is not installed */
export function installedVersion(root: string, npmPackage: string): string | undefined {
  const file = findManifest(root, npmPackage);
  return file === undefined ? undefined : versionIn(file);
}

/** The `version` of a package.json. */
export function versionIn(file: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
    const version = isRecord(manifest) ? manifest["version"] : undefined;
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
