import { statSync, type BigIntStats } from "node:fs";
import { join } from "node:path";
import type { FileSystem } from "../base/file-system.js";

/** Texts of the files that this process has read, with the state of each file, by path. */
export type DiskMemory = Map<string, Remembered>;

interface Remembered {
  readonly stamp: Stamp;
  readonly text: string;
}

/** Properties that change when a file is written. */
interface Stamp {
  readonly changed: bigint;
  readonly modified: bigint;
  readonly size: bigint;
  readonly inode: bigint;
}

/**
 * Resolution of the coarsest file system clocks, in nanoseconds. Two writes within this time can
 * have the same modification time, so the text of a file that was written so recently is not
 * stored.
 */
const coarsestNs = 2_000_000_000n;

/**
 * Returns a file system that reads a file again only if the file was written since the last read or
 * less than two seconds before that read. Folders are listed again each time.
 */
export function rememberDisk(root: string, disk: FileSystem, memory: DiskMemory): FileSystem {
  return {
    list: (path) => disk.list(path),
    read(path) {
      const stamp = stampOf(join(root, path));
      const known = memory.get(path);
      if (stamp !== undefined && known !== undefined && isSame(known.stamp, stamp)) return known.text;
      const now = BigInt(Date.now()) * 1_000_000n;
      const text = disk.read(path);
      const isOld = stamp !== undefined && now - stamp.changed > coarsestNs && now - stamp.modified > coarsestNs;
      if (text !== undefined && isOld) memory.set(path, { stamp, text });
      else memory.delete(path);
      return text;
    },
  };
}

function stampOf(path: string): Stamp | undefined {
  let stats: BigIntStats | undefined;
  try {
    stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
  return stats === undefined
    ? undefined
    : { changed: stats.ctimeNs, modified: stats.mtimeNs, size: stats.size, inode: stats.ino };
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}
