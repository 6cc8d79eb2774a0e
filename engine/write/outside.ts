import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isBelow } from "../util/is-below.js";

/**
 * Throws an error with the code `OUTSIDE` if a folder is outside of the project after its symbolic
 * links are resolved. The folder need not exist.
 */
export function refuseOutside(root: string, folder: string): void {
  if (isBelow(realpathSync(root), realPathOf(folder))) return;
  throw Object.assign(new Error(`${folder} is outside ${root}`), { code: "OUTSIDE" });
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder ? folder : join(realPathOf(parent), basename(folder));
  }
}
