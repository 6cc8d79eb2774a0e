import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { textOnDisk } from "./file-system.js";
import { parseObject } from "./json.js";

/**
 * The folder that contains `engine`. It is `dist/bundle` in the published package, `dist` if the
 * modules are compiled but not bundled, and the repository's root if the sources run directly.
 */
export const toolFolder = fileURLToPath(new URL("../../", import.meta.url));

let version: string | undefined;

/** Returns the version of codegen's npm package. */
export function toolVersion(): string {
  const manifestIn = (folder: string): string | undefined => textOnDisk(join(toolFolder, folder, "package.json"));
  version ??= versionIn(manifestIn(".") ?? manifestIn("..") ?? manifestIn("../..") ?? "{}") ?? "0.0.0";
  return version;
}

/** Returns the `version` in the text of a package.json; undefined if the text has none. */
export function versionIn(text: string): string | undefined {
  const found = parseObject(text)?.["version"];
  return typeof found === "string" ? found : undefined;
}
