import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { compareText } from "../../problem.js";

/**
 * What loading asks of the disk. Paths are relative to the root, with forward slashes, and may lead
 * out of it with `../`.
 */
export interface FileSystem {
  /** @returns undefined where there is no such file */
  read(path: string): string | undefined;
  /**
   * @returns what stands in a folder, in code-point order; undefined where there is no such folder
   */
  list(path: string): readonly FolderEntry[] | undefined;
}

export interface FolderEntry {
  readonly name: string;
  readonly folder: boolean;
  /**
   * A symbolic link to a folder: it is no folder of the project, since imports resolve from where
   * it leads.
   */
  readonly link?: true;
  /** Where it leads, relative to the root. */
  readonly target?: string;
}

export function diskFileSystem(root: string): FileSystem {
  return {
    read(path) {
      try {
        return readFileSync(join(root, path), "utf8");
      } catch {
        return undefined;
      }
    },
    list(path) {
      try {
        return readdirSync(join(root, path), { withFileTypes: true })
          .map((entry) => ({
            name: entry.name,
            folder: entry.isDirectory(),
            ...(entry.isSymbolicLink() ? linked(root, join(root, path, entry.name)) : {}),
          }))
          .sort((a, b) => compareText(a.name, b.name));
      } catch {
        return undefined;
      }
    },
  };
}

/** Not up to a folder that it stands in: what is there is seen anyway. */
function linked(root: string, link: string): Pick<FolderEntry, "link" | "target"> {
  if (statSync(link, { throwIfNoEntry: false })?.isDirectory() !== true) return {};
  const target = realpathSync(link);
  if (`${realpathSync(dirname(link))}${sep}`.startsWith(`${target}${sep}`)) return {};
  return { link: true, target: relative(realpathSync(root), target).split(sep).join("/") || "." };
}

/** Files that exist only here, by path. */
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
      return [...entries].map(([name, folder]) => ({ name, folder })).sort((a, b) => compareText(a.name, b.name));
    },
  };
}
