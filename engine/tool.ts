import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { existsSync } from "node:fs";
import { versionIn } from "./installed.js";

/**
 * The folder above `engine`: `dist` in the published package, the repository's root when run from
 * its sources.
 */
export const toolFolder = fileURLToPath(new URL("../", import.meta.url));

let version: string | undefined;

/** The version of this package. */
export function toolVersion(): string {
  version ??=
    versionIn(
      [toolFolder, join(toolFolder, "..")]
        .map((folder) => join(folder, "package.json"))
        .find((file) => existsSync(file)) ?? "",
    ) ?? "0.0.0";
  return version;
}
