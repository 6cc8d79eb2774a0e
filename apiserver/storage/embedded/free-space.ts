import { statfsSync } from "node:fs";
import { StorageWriteError } from "../errors.js";

/**
 * Bytes that writes of objects leave free, because deletions and compaction need some pages too.
 */
const reserve = 1 << 20;

/**
 * Upper bound for the bytes that a write takes in addition to its value: the changed pages of the
 * tables.
 */
const pagesPerWrite = 64 << 10;

/**
 * Number of bytes that are written before the free space is read again, because other programs use
 * the disk too.
 */
const mostAtOnce = 16 << 20;

/**
 * Refuses writes before the disk is full. lmdb would print its own lines on stderr when a write to
 * its file fails.
 */
export class FreeSpace {
  readonly #directory: string;
  /** Number of bytes that may be written before the free space is read again. */
  #budget = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Counts a write.
   * @throws StorageWriteError if the disk has too little space
   */
  take(bytes: number): void {
    const needed = bytes + pagesPerWrite;
    if (this.#budget < needed) {
      const left = spaceLeft(this.#directory);
      if (left - reserve < needed) throw newDiskFull(this.#directory, left);
      // Only half of the space, because each value can be on the disk twice for a time.
      this.#budget = Math.max(needed, Math.min((left - reserve) / 2, mostAtOnce));
    }
    this.#budget -= needed;
  }

  /** Makes the next write read the free space again. */
  forget(): void {
    this.#budget = 0;
  }
}

/**
 * Reports whether a failed write most likely failed because the disk is full.
 * @param left free space in bytes
 */
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
