import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where a folder's project keeps what can be made again: below the nearest `node_modules`. A project without one has no cache. */
export function cacheFolder(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) return join(modules, ".cache/apimachinery-codegen");
    if (dirname(folder) === folder) return undefined;
  }
}
