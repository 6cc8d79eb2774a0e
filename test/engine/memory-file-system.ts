import type { FileSystem } from "../../engine/base/file-system.js";
import { orderStrings } from "../../engine/base/problem.js";

/**
 * Returns a file system in memory.
 * @param files contents of the files, by path
 */
export function memoryFileSystem(files: { readonly [path: string]: string }): FileSystem {
  const paths = Object.keys(files);
  return {
    read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    list(path) {
      const prefix = path === "." ? "" : `${path}/`;
      const entries = new Map<string, boolean>();
      for (const file of paths) {
        if (!file.startsWith(prefix)) continue;
        const [name = "", ...rest] = file.slice(prefix.length).split("/");
        entries.set(name, rest.length > 0);
      }
      if (entries.size === 0) return undefined;
      return [...entries].map(([name, folder]) => ({ name, folder })).sort((a, b) => orderStrings(a.name, b.name));
    },
  };
}
