import { goQuote } from "@apimachinery/runtime";
import type { KeyValue } from "./storage.js";

/**
 * Base class of all expected errors of a storage. If a storage throws any other error, it has a
 * bug.
 */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Error of a create whose key exists already. */
export class KeyExistsError extends StorageError {
  constructor(readonly key: string) {
    super(`key ${goQuote(key)} exists already`);
  }
}

/** Error of an update or a delete whose key does not exist. */
export class NotFoundError extends StorageError {
  constructor(readonly key: string) {
    super(`key ${goQuote(key)} not found`);
  }
}

/** Error of a write that expects another revision of the key than the stored one. */
export class ConflictError extends StorageError {
  constructor(
    readonly key: string,
    readonly expected: number,
    /** Stored value, so that a retry does not need another read. */
    readonly current: KeyValue,
  ) {
    super(`key ${goQuote(key)} is at revision ${current.revision}, not ${expected}`);
  }
}

/** Error for a revision that was compacted. Clients get a response with the status 410 Gone. */
export class CompactedError extends StorageError {
  constructor(
    /** Revision that the caller requested. */
    readonly revision: number,
    /** Oldest revision that can still be read and from which a watch can start. */
    readonly compactRevision: number,
  ) {
    super(`revision ${revision} has been compacted, the oldest is ${compactRevision}`);
  }
}

/**
 * Error for a revision that the store has not reached. A read of a watch cache waits for the
 * revision first, for a limited time.
 */
export class FutureRevisionError extends StorageError {
  constructor(
    readonly revision: number,
    readonly currentRevision: number,
  ) {
    super(`revision ${revision} is in the future, the current one is ${currentRevision}`);
  }
}

/**
 * Error of a watch that read too slowly: the events after its position were removed. A new watch
 * may continue after the last revision of this watch if the store still has these events.
 */
export class SlowWatcherError extends StorageError {
  constructor(
    /** Revision up to which the watch has received all events. */
    readonly revision: number,
  ) {
    super(`the watch did not keep up and was ended after revision ${revision}`);
  }
}

/** Error of a call to a storage that is closed or closing. */
export class StorageClosedError extends StorageError {
  constructor() {
    super("the storage is closed");
  }
}

/**
 * Error that ends a watch because its storage must read all values again: a watch cache has lost
 * the watch of its store, or the encryption configuration has changed. A later attempt may succeed.
 */
export class StorageUnavailableError extends StorageError {}

/**
 * Error of a request that could not be sent to the server of the store, or that the server refused
 * to execute now. Nothing was executed, so the request can be repeated.
 */
export class StorageConnectionError extends StorageError {}

/** Error of a read to which the server of the store did not respond in time. */
export class StorageTimeoutError extends StorageError {}

/**
 * Error of a write that was sent to the server of the store, but not confirmed in time or before
 * the connection broke. The write may have been executed, so callers must read the key before they
 * repeat the write.
 */
export class UnconfirmedWriteError extends StorageError {}

/** Error for a key that a store can never store, such as an empty key. */
export class InvalidKeyError extends StorageError {}

/**
 * Error of a write that the store refused, for example because the disk is full or read-only, or
 * because the value is too large for etcd. No part of the write is stored. Reads still work.
 */
export class StorageWriteError extends StorageError {
  constructor(
    message: string,
    /** Reason that clients may see. It contains no file names of the server. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Error for a data directory that cannot be used. For example, it is not writable, another process
 * uses it, or it has another format version.
 */
export class DataDirectoryError extends StorageError {}

/** Error for a data directory that another process uses. */
export class DirectoryInUseError extends DataDirectoryError {}

/**
 * Error for data on disk that differ from the written data. The storage neither repairs nor removes
 * them.
 */
export class CorruptError extends StorageError {}

/** Error for a backup that cannot be written or read. */
export class BackupError extends StorageError {}
