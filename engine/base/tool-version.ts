import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { existsSync } from "node:fs";
import { readVersion } from "./installed.js";

/**
 * The folder that contains `engine`: `dist/bundle` in the published package, `dist` if the modules
 * are compiled and not joined, and the repository's root if the sources run.
 */
export const toolFolder = fileURLToPath(new URL("../../", import.meta.url));

let version: string | undefined;

/** Returns the version of the package codegen. */
export function toolVersion(): string {
  version ??=
    readVersion(
      [toolFolder, join(toolFolder, ".."), join(toolFolder, "../..")]
        .map((folder) => join(folder, "package.json"))
        .find((file) => existsSync(file)) ?? "",
    ) ?? "0.0.0";
  return version;
}
