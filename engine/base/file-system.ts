import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { archivedFile } from "./plug-and-play.js";
import { orderStrings } from "./problem.js";
import { relativePath } from "../util/relative-path.js";

/**
 * The file system from which API types are read. Paths are relative to the root and have forward
 * slashes. They can begin with `../`.
 */
export interface FileSystem {
  /**
   * Returns the text of a file; undefined if the file does not exist.
   * @throws Error if the system refuses to read the file
   */
  read(path: string): string | undefined;
  /** Returns the entries of a folder, sorted by name; undefined if it cannot be read. */
  list(path: string): readonly FolderEntry[] | undefined;
}

export interface FolderEntry {
  readonly name: string;
  readonly folder: boolean;
  /**
   * True for a symbolic link to a folder, except to a folder above the link. Such a link does not
   * count as a folder of the project, because imports in its files resolve from the target of the
   * link.
   */
  readonly link?: true;
  /** Target of the link, relative to the root; absent if `link` is absent. */
  readonly target?: string;
}

/**
 * Returns the text of a file; undefined if the file does not exist.
 * @throws Error if the system refuses to read the file
 */
export function textOnDisk(file: string): string | undefined {
  // Half of the files that a run looks for do not exist. This check is much faster than the
  // exception for a missing file.
  const found = existsSync(file) ? file : archivedFile(file);
  if (found === undefined) return undefined;
  try {
    return readFileSync(found, "utf8");
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    // The path is a folder, or the file was removed in the meantime.
    if (/^(EISDIR|ENOENT|ENOTDIR)$/.test(String(error.code))) return undefined;
    const reason = error.message.replace(/, \w+( '.*')?$/, "");
    throw Object.assign(new Error(`${found} cannot be read: ${reason}`), { code: error.code, path: found });
  }
}

/** Returns the file system of the disk, with paths relative to a root folder. */
export function diskFileSystem(root: string): FileSystem {
  return {
    read: (path) => textOnDisk(`${root}/${path}`),
    list(path) {
      try {
        return readdirSync(join(root, path), { withFileTypes: true })
          .map((entry) => ({
            name: entry.name,
            folder: entry.isDirectory(),
            ...(entry.isSymbolicLink() ? linked(root, join(root, path, entry.name)) : {}),
          }))
          .sort((a, b) => orderStrings(a.name, b.name));
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Returns the properties of a symbolic link to a folder. Returns an empty object for a link to a
 * file, to a missing path or to itself, and for a link to a folder above the link, because the
 * files of that folder are read anyway.
 */
function linked(root: string, link: string): Pick<FolderEntry, "link" | "target"> {
  if (!existsSync(link) || !statSync(link).isDirectory()) return {};
  const target = realpathSync(link);
  if (`${realpathSync(dirname(link))}${sep}`.startsWith(`${target}${sep}`)) return {};
  return { link: true, target: relativePath(realpathSync(root), target) || "." };
}
