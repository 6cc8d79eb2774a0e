import type { GroupResource } from "@apimachinery/runtime";
import type { Watch } from "./watch.js";

/**
 * Where objects live: bytes under keys, versioned by one revision counter. It knows no kinds:
 * encoding, defaulting and conversion happen above it. The watch cache is a `Storage` too, so
 * nothing above can tell whether there is one.
 *
 * - Every successful write gets the next revision, counted over all keys; revisions only grow,
 *   across restarts too.
 * - A write is visible, and told to watches, when its promise resolves, and is then as durable as
 *   the implementation says.
 * - Keys are compared as UTF-8 bytes; `prefix` is a plain string prefix, end it with `/` to stay
 *   inside a folder.
 * - Buffers change hands: after a call, or after they were handed out, nobody writes to them.
 * - Every method rejects with `StorageClosedError` after `close`.
 *
 * The contract is k8s.io/apiserver's storage.Interface without the objects;
 * `test/apiserver/storage/conformance.ts` holds it true.
 */
export interface Storage {
  /**
   * Nobody else writes to the store: its watches have been told all that anybody was acknowledged,
   * so that who has taken it all is up to date without asking. False where other processes write
   * too.
   */
  readonly isExclusive: boolean;

  /** @throws KeyExistsError */
  create(key: string, value: Uint8Array): Promise<KeyValue>;

  /**
   * A key that is not there is no error: `item` is then absent. @throws CompactedError,
   * FutureRevisionError
   */
  get(key: string, options?: ReadOptions): Promise<GetResult>;

  /**
   * The items under a prefix in the order of their keys, all as they were at one revision. @throws
   * CompactedError, FutureRevisionError
   */
  list(prefix: string, options?: ListOptions): Promise<ListResult>;

  /**
   * Replaces the value if the key's revision is still `revision` (compare and swap). @throws
   * NotFoundError, ConflictError
   */
  update(key: string, value: Uint8Array, revision: number): Promise<KeyValue>;

  /** Deletes the key, if given only at that revision. @throws NotFoundError, ConflictError */
  delete(key: string, revision?: number): Promise<Deletion>;

  /**
   * The changes under a prefix, in the order of their revisions, none left out and none told twice.
   * Errors come through the watch.
   */
  watch(prefix: string, options?: WatchOptions): Watch;

  /** The revision of the newest write, 1 before the first: for clients, 0 means any revision. */
  currentRevision(): Promise<number>;

  /**
   * Forgets what only reads and watches below `revision` need. Reads at it and watches after it
   * still work. Lower than the last compaction: nothing happens. @throws FutureRevisionError
   */
  compact(revision: number): Promise<void>;

  /** Lets accepted writes finish, ends all watches with `StorageClosedError`. Idempotent. */
  close(): Promise<void>;

  /**
   * A storage for what one resource keeps under a prefix, which ends with a slash: one that may
   * hold in memory what that resource needs. Asked once for each when a server is put together;
   * closed with this one. Absent: this one is as good for any.
   */
  forResource?(resource: GroupResource, prefix: string): Storage;

  /**
   * Resolves when what is to be held in memory is there; until then it answers, later than it will.
   * Absent: it is ready.
   */
  ready?(): Promise<void>;
}

/**
 * A value as it was written at a revision. One object for one write wherever possible: usable as
 * the key of a WeakMap.
 */
export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  /** Of the write that made this value. */
  readonly revision: number;
  /**
   * Why the store can't read the value, which is then empty; absent where it can. Such an item can
   * be deleted.
   */
  readonly unreadable?: string;
}

/**
 * Which state a read sees. Neither: the newest, with every write in it that was acknowledged before
 * the call.
 */
export interface ReadOptions {
  /** Exactly the state at this revision. */
  readonly revision?: number;
  /**
   * Any state that is at least this new, whatever is cheapest; 0 for any. Not together with
   * `revision`.
   */
  readonly notOlderThan?: number;
}

export interface ListOptions extends ReadOptions {
  /** At most so many items; absent or 0: all of them. */
  readonly limit?: number;
  /** Only keys from this one on (inclusive). After a page: the last key and a NUL. */
  readonly startKey?: string;
}

export interface GetResult {
  readonly item?: KeyValue;
  /** At which the store was read. */
  readonly revision: number;
}

export interface ListResult {
  readonly items: readonly KeyValue[];
  /** At which the store was read: at least every item's. */
  readonly revision: number;
  /**
   * Items behind the page at that revision: 0 on the last one; undefined where there are some,
   * which a store need not count.
   */
  readonly remaining: number | undefined;
}

export interface Deletion {
  /** What was deleted. */
  readonly previous: KeyValue;
  /** Of the deletion itself. */
  readonly revision: number;
}

export interface WatchOptions {
  /**
   * Tell changes with a greater revision only; absent: those after the call. May lie in the future.
   */
  readonly after?: number;
  /**
   * Called when `take` may have something after it had nothing, or will throw: for a reader that
   * has no promise to wait for, of which there may be thousands. Changes that come together are one
   * call. It must not throw.
   */
  readonly onReady?: () => void;
  /**
   * Called once when an error ends the watch, also while its reader is busy elsewhere: one stuck on
   * a client can give it up.
   */
  readonly onEnd?: (error: Error) => void;
}
