import type { FolderEntry, FileSystem } from "../load/discover/file-system.js";

/** What a run has seen of the disk, each path once: asking again gives the same answer. */
export interface Recording extends FileSystem {
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly folders: ReadonlyMap<string, readonly FolderEntry[] | undefined>;
}

/**
 * A file system that remembers, so that a later run can tell whether anything that mattered has
 * changed.
 */
export function record(disk: FileSystem): Recording {
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
