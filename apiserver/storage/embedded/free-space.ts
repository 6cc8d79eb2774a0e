import { statfsSync } from "node:fs";
import { StorageWriteError } from "../errors.js";

/** Space that objects leave free, in bytes: deletions and compaction need some pages too. */
const reserve = 1 << 20;

/**
 * Space that one write takes beside its value at most, in bytes: the pages of the tables that
 * change.
 */
const pagesPerWrite = 64 << 10;

/**
 * Bytes that are written before the free space is read again, as other programs use the disk too.
 */
const mostAtOnce = 16 << 20;

/**
 * Refuses writes before the disk is full. lmdb prints lines of its own on stderr when a write to
 * its file fails.
 */
export class FreeSpace {
  readonly #directory: string;
  /** Bytes that may be written before the free space is read again. */
  #budget = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Counts a write of so many bytes. @throws StorageWriteError if the disk has too little space */
  take(bytes: number): void {
    const needed = bytes + pagesPerWrite;
    if (this.#budget < needed) {
      const left = spaceLeft(this.#directory);
      if (left - reserve < needed) throw newDiskFull(this.#directory, left);
      // Half of the space, as each value can be on the disk twice for a time.
      this.#budget = Math.max(needed, Math.min((left - reserve) / 2, mostAtOnce));
    }
    this.#budget -= needed;
  }

  /** Makes the next write read the free space again. */
  forget(): void {
    this.#budget = 0;
  }
}

/** Whether a write that failed most likely failed because the disk is full. @param left in bytes */
export function isFull(left: number): boolean {
  return left < reserve;
}

export function newDiskFull(directory: string, left: number, cause?: unknown): StorageWriteError {
  return new StorageWriteError(
    `nothing was written to ${directory}: the disk is full: ${left} bytes are left. Free some space: reads and deletions work meanwhile`,
    "the disk of the server is full",
    { cause },
  );
}

/**
 * Returns the free space of the disk of a directory in bytes; Infinity if the system does not
 * report it.
 */
export function spaceLeft(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
