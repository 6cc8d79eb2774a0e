import { CorruptError, DataDirectoryError, StorageError, StorageWriteError } from "../errors.js";
import { isFull, newDiskFull, newNoSpace, spaceLeft } from "./free-space.js";

/** Error messages that lmdb uses for a damaged data file. */
const damage = /not an LMDB file|MDB_INVALID|MDB_CORRUPTED|MDB_PAGE_NOTFOUND|MDB_BAD_VALSIZE|MDB_VERSION_MISMATCH/;

/**
 * Error message of a full disk. lmdb and Node write the system's message with different capitals.
 */
const noSpace = /no space left on device/i;

export function openFailure(error: unknown, directory: string): StorageError {
  const known = damaged(error, `data directory ${directory}: data.mdb`);
  if (known !== undefined) return known;
  const left = spaceLeft(directory);
  if (isFull(left) && noSpace.test(messageOf(error))) return newNoSpace(directory, left, error);
  return new DataDirectoryError(`data directory ${directory} can't be used: ${messageOf(error)}`, { cause: error });
}

export function embeddedWriteFailure(error: unknown, directory: string): StorageError {
  const known = damaged(error);
  if (known !== undefined) return known;
  const left = spaceLeft(directory);
  if (isFull(left)) return newDiskFull(directory, left, error);
  return new StorageWriteError(
    `nothing was written to ${directory}: ${messageOf(error)}`,
    "the storage refused the write; the log of the server has the reason",
    { cause: error },
  );
}

/**
 * Converts an error of lmdb that reports damage of the data file to a CorruptError. Returns any
 * other error unchanged; such an error is a bug unless it is a StorageError.
 */
export function embeddedReadFailure(error: unknown): unknown {
  return damaged(error) ?? error;
}

/**
 * Returns the reason of a failed commit, which lmdb attaches to the error as a promise. Returns the
 * error itself if it has no such promise.
 */
export async function commitReason(error: unknown): Promise<unknown> {
  const reason = error instanceof Error && "commitError" in error ? error.commitError : undefined;
  if (!(reason instanceof Promise)) return error;
  return reason.then(
    () => error,
    (cause: unknown) => cause,
  );
}

function damaged(error: unknown, file = "the data file"): StorageError | undefined {
  if (error instanceof StorageError) return error;
  const message = messageOf(error);
  return damage.test(message)
    ? new CorruptError(`${file} is damaged: ${message.split("\n", 1)[0] ?? ""}`, { cause: error })
    : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
