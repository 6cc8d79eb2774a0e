import type { FolderEntry, FileSystem } from "./file-system.js";

/** A file system that reads each path once and returns the same result for later calls. */
export interface Recording extends FileSystem {
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly folders: ReadonlyMap<string, readonly FolderEntry[] | undefined>;
}

/**
 * Returns a file system that records the result of every read. A later run compares the record with
 * the disk to detect changed inputs.
 */
export function recordReads(disk: FileSystem): Recording {
  const texts = new Map<string, string | undefined>();
  const folders = new Map<string, readonly FolderEntry[] | undefined>();
  return {
    texts,
    folders,
    read(path) {
      if (!texts.has(path)) texts.set(path, disk.read(path));
      return texts.get(path);
    },
    list(path) {
      if (!folders.has(path)) folders.set(path, disk.list(path));
      return folders.get(path);
    },
  };
}
