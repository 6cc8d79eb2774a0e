import { closeSync, existsSync, openSync, readdirSync, readSync, type Dirent } from "node:fs";
import { diskFileSystem, type FolderEntry } from "../base/file-system.js";
import { archivedFile, hasArchives } from "../base/plug-and-play.js";
import { isAbandoned } from "../write/temporary.js";

/**
 * The texts of files and the names in folders, by path. The value is undefined for a missing file
 * or folder.
 */
export interface Contents {
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly folders: ReadonlyMap<string, string | undefined>;
}

/** Contents in the form that the cache stores. The bytes of all files are stored separately. */
export interface StoredContents {
  /** Paths of the files, in the order of their stored bytes. */
  readonly files: readonly string[];
  /** Sizes of the files in bytes; -1 for an absent file. */
  readonly sizes: readonly number[];
  readonly folders: readonly (readonly [path: string, names: string | null])[];
}

const absent = -1;

/** Returns contents in the form that the cache stores. */
export function storeContents({ texts, folders }: Contents): {
  readonly contents: StoredContents;
  readonly bytes: Buffer;
} {
  const files = [...texts.values()].map((text) => (text === undefined ? undefined : Buffer.from(text)));
  const contents = {
    files: [...texts.keys()],
    sizes: files.map((bytes) => bytes?.length ?? absent),
    folders: [...folders].map(([path, names]) => [path, names ?? null] as const),
  };
  return { contents, bytes: Buffer.concat(files.filter((bytes) => bytes !== undefined)) };
}

/** Reports whether the files and folders of a project have the stored contents. */
export function hasContents(root: string, { files, sizes, folders }: StoredContents, bytes: Buffer): boolean {
  if (sizes.reduce((sum, size) => sum + Math.max(size, 0), 0) !== bytes.length) return false;
  // The buffer has one byte more than the largest file, so that a longer file is detected.
  const buffer = Buffer.allocUnsafe(sizes.reduce((most, size) => Math.max(most, size), 0) + 1);
  let start = 0;
  const isSame = (path: string, index: number): boolean => {
    const size = sizes[index] ?? absent;
    if (readStart(`${root}/${path}`, buffer, size + 1) !== size) return false;
    if (size > 0 && buffer.compare(bytes, start, start + size, 0, size) !== 0) return false;
    start += Math.max(size, 0);
    return true;
  };
  return files.every(isSame) && folders.every(([path, names]) => hasNames(root, path, names ?? undefined));
}

/**
 * Reads at most `length` bytes of a file. Returns the number of bytes read; -1 for an absent file.
 */
function readStart(path: string, buffer: Buffer, length: number): number {
  // For a file that is expected to be absent, existsSync is much faster than an exception.
  const found = (length > 0 && !hasArchives) || existsSync(path) ? path : archivedFile(path);
  if (found === undefined) return absent;
  let file: number | undefined;
  try {
    file = openSync(found, "r");
    return readSync(file, buffer, 0, Math.max(length, 1), null);
  } catch {
    return absent;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Returns the names in a folder as one string; undefined for a missing folder. The name of a folder
 * ends with `/`, and a link to a folder has the form `name@target`. Ignores names that start with a
 * dot, such as temporary files and folders of tools.
 */
export function namesOf(entries: readonly FolderEntry[] | undefined): string | undefined {
  return entries
    ?.filter(({ name }) => !name.startsWith("."))
    .map(({ name, folder, target }) => (folder ? `${name}/` : target === undefined ? name : `${name}@${target}`))
    .sort()
    .join("\n");
}

/**
 * Reports whether a folder has temporary files that a killed run has left. The next run removes
 * these files.
 */
export function hasAbandoned(entries: readonly { readonly name: string }[] | undefined): boolean {
  return (entries ?? []).some(({ name }) => name.startsWith(".") && isAbandoned(name));
}

/**
 * Reports whether a folder on the disk has exactly the given names, and no abandoned temporary
 * files.
 */
function hasNames(root: string, path: string, names: string | undefined): boolean {
  let entries: Dirent[];
  try {
    entries = readdirSync(`${root}/${path}`, { withFileTypes: true });
  } catch {
    return names === undefined;
  }
  if (hasAbandoned(entries)) return false;
  // The targets of links take further reads, so they are read only if the folder contains links.
  const listed = entries.some((entry) => entry.isSymbolicLink())
    ? diskFileSystem(root).list(path)
    : entries.map((entry) => ({ name: entry.name, folder: entry.isDirectory() }));
  return namesOf(listed) === names;
}
