import { posix } from "node:path";
import type { FolderEntry, FileSystem } from "./file-system.js";

/** The results of reads from a file system, by path. */
export interface Reads {
  readonly texts: Map<string, string | undefined>;
  readonly folders: Map<string, readonly FolderEntry[] | undefined>;
}

/** A file system that reads each path once and returns the same result for later calls. */
export interface Recording extends FileSystem {
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly folders: ReadonlyMap<string, readonly FolderEntry[] | undefined>;
}

/**
 * Returns a file system that records the result of every read. A later run compares the record with
 * the disk to detect changed inputs.
 * @param earlier results of earlier reads, to which new results are added
 * @param isUnchanged reports whether the earlier results for a folder and for its files may be
 * used; default: always
 */
export function recordReads(
  disk: FileSystem,
  { texts, folders }: Reads = { texts: new Map(), folders: new Map() },
  isUnchanged?: (folder: string) => boolean,
): Recording {
  return {
    texts,
    folders,
    read(path) {
      if (isUnchanged?.(posix.dirname(path)) === false) texts.delete(path);
      if (!texts.has(path)) texts.set(path, disk.read(path));
      return texts.get(path);
    },
    list(path) {
      if (!folders.has(path) || isUnchanged?.(path) === false) folders.set(path, disk.list(path));
      return folders.get(path);
    },
  };
}
