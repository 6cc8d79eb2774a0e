import { statfsSync } from "node:fs";
import { DataDirectoryError, StorageWriteError } from "../errors.js";

/**
 * Free space in bytes that writes of objects must leave, because deletions and compaction need some
 * pages too.
 */
const reserve = 1 << 20;

/**
 * Maximum number of bytes that a write needs in addition to its value, for the changed pages of the
 * tables.
 */
const pagesPerWrite = 64 << 10;

/**
 * Number of bytes after which the free space is read again, because other programs use the disk
 * too.
 */
const mostAtOnce = 16 << 20;

/** Refuses writes before the disk is full. On a full disk, lmdb would print messages on stderr. */
export class FreeSpace {
  readonly #directory: string;
  /** Number of bytes that may still be written before the free space is read again. */
  #budget = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /**
   * Subtracts the size of a write from the free space.
   * @param bytes length of the key and the value
   * @throws StorageWriteError if the disk has too little space
   */
  take(bytes: number): void {
    const needed = bytes + pagesPerWrite;
    if (this.#budget < needed) {
      const left = spaceLeft(this.#directory);
      if (left - reserve < needed) throw newDiskFull(this.#directory, left);
      // Uses only half of the free space, because the disk may have to store each value twice for
      // some time.
      this.#budget = Math.max(needed, Math.min((left - reserve) / 2, mostAtOnce));
    }
    this.#budget -= needed;
  }

  /** Causes the next write to read the free space again. */
  forget(): void {
    this.#budget = 0;
  }
}

/**
 * Reports whether the disk is regarded as full, so that a failed write most likely failed for this
 * reason.
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
 * Checks that the disk has space for a new store. On a full disk, lmdb would end the process.
 * @throws DataDirectoryError if the disk is full
 */
export function requireSpace(directory: string): void {
  const left = spaceLeft(directory);
  if (isFull(left)) throw newNoSpace(directory, left);
}

export function newNoSpace(directory: string, left: number, cause?: unknown): DataDirectoryError {
  return new DataDirectoryError(
    `data directory ${directory} can't be used: the disk is full: ${left} bytes are left, and a store needs ${reserve}. Free some space`,
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
