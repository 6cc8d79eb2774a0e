import { goQuote } from "@apimachinery/runtime";
import type { KeyValue } from "./storage.js";

/** Base class of all errors of a storage. Any other error is a bug. */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Error of a create whose key exists. */
export class KeyExistsError extends StorageError {
  constructor(readonly key: string) {
    super(`key ${goQuote(key)} exists already`);
  }
}

/** Error of an update or delete whose key does not exist. */
export class NotFoundError extends StorageError {
  constructor(readonly key: string) {
    super(`key ${goQuote(key)} not found`);
  }
}

/** The key has another revision than the writer expected. */
export class ConflictError extends StorageError {
  constructor(
    readonly key: string,
    readonly expected: number,
    /** The stored value, so that a retry does not need another read. */
    readonly current: KeyValue,
  ) {
    super(`key ${goQuote(key)} is at revision ${current.revision}, not ${expected}`);
  }
}

/** The wanted revision was compacted. Clients get 410 Gone. */
export class CompactedError extends StorageError {
  constructor(
    /** The revision that the caller wanted. */
    readonly revision: number,
    /** The oldest revision that can still be read and watched from. */
    readonly compactRevision: number,
  ) {
    super(`revision ${revision} has been compacted, the oldest is ${compactRevision}`);
  }
}

/** The wanted revision was not written yet, not even within the time that a read may wait. */
export class FutureRevisionError extends StorageError {
  constructor(
    readonly revision: number,
    readonly currentRevision: number,
  ) {
    super(`revision ${revision} is in the future, the current one is ${currentRevision}`);
  }
}

/**
 * A watch is so far behind that its place is no longer in the window of events. The watch may
 * resume from its last revision if the store still has the history.
 */
export class SlowWatcherError extends StorageError {
  constructor(
    /** The watch has received all events up to this revision. */
    readonly revision: number,
  ) {
    super(`the watch did not keep up and was ended after revision ${revision}`);
  }
}

/** The storage is closed or closing. */
export class StorageClosedError extends StorageError {
  constructor() {
    super("the storage is closed");
  }
}

/**
 * The storage cannot serve the request now: a watch cache before its first list, or a store that
 * lost its server. A later attempt may succeed.
 */
export class StorageUnavailableError extends StorageError {}

/** The key or the value cannot be stored in any state of the store. */
export class InvalidKeyError extends StorageError {}

/**
 * The disk refused a write, because it is full or read-only. No part of the write is stored. Reads
 * still work.
 */
export class StorageWriteError extends StorageError {
  constructor(
    message: string,
    /** Reason for clients. It does not name a file of the server. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The data directory cannot be used: it is not writable, another process uses it, or it has another
 * version.
 */
export class DataDirectoryError extends StorageError {}

/**
 * The data on disk differ from the data that were written. The storage does not repair or drop them
 * by itself.
 */
export class CorruptError extends StorageError {}
