import { goQuote } from "@apimachinery/runtime";
import type { KeyValue } from "./storage.js";

/** What every error of a storage extends. What is none of these is a bug. */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Creating what is there. */
export class KeyExistsError extends StorageError {
  constructor(readonly key: string) {
    super(`key ${goQuote(key)} exists already`);
  }
}

/** Updating or deleting what is not there. */
export class NotFoundError extends StorageError {
  constructor(readonly key: string) {
    super(`key ${goQuote(key)} not found`);
  }
}

/** The key has another revision than the writer saw. */
export class ConflictError extends StorageError {
  constructor(
    readonly key: string,
    readonly expected: number,
    /** What is there: a retry needs no second read. */
    readonly current: KeyValue,
  ) {
    super(`key ${goQuote(key)} is at revision ${current.revision}, not ${expected}`);
  }
}

/** The wanted revision was forgotten: HTTP's 410. */
export class CompactedError extends StorageError {
  constructor(
    /** What was asked for. */
    readonly revision: number,
    /** The oldest revision that can still be read, and watched from. */
    readonly compactRevision: number,
  ) {
    super(`revision ${revision} has been compacted, the oldest is ${compactRevision}`);
  }
}

/** The wanted revision has not been written yet, nor was it in the time that a read may wait. */
export class FutureRevisionError extends StorageError {
  constructor(
    readonly revision: number,
    readonly currentRevision: number,
  ) {
    super(`revision ${revision} is in the future, the current one is ${currentRevision}`);
  }
}

/**
 * A watch was so far behind that the window of events passed it by. It may be resumed from its last
 * revision, or be too old.
 */
export class SlowWatcherError extends StorageError {
  constructor(
    /** The last revision that the watch was told everything up to. */
    readonly revision: number,
  ) {
    super(`the watch did not keep up and was ended after revision ${revision}`);
  }
}

/** The storage is closed, or closing. */
export class StorageClosedError extends StorageError {
  constructor() {
    super("the storage is closed");
  }
}

/**
 * The storage can't answer now and may later: a watch cache before its first list, a store that
 * lost its server.
 */
export class StorageUnavailableError extends StorageError {}

/** A key or value that can't be stored at all. */
export class InvalidKeyError extends StorageError {}

/** A write that the disk refused: full, or read-only. Nothing of it is stored, and reads go on. */
export class StorageWriteError extends StorageError {
  constructor(
    message: string,
    /** What clients may know: it names no file of the server. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The data directory can't be used: not writable, in use by another process, of another version.
 */
export class DataDirectoryError extends StorageError {}

/** What is on disk is not what was written. Nothing is repaired or dropped without being asked. */
export class CorruptError extends StorageError {}
