import { CompactedError, FutureRevisionError, StorageClosedError, CorruptError } from "../errors.js";
import { firstRevision } from "../shared/first-revision.js";
import { checkKey, isStorable } from "../shared/keys.js";
import { Turns } from "../shared/turns.js";
import { WatchHub } from "../shared/watch-hub.js";
import type {
  StorageDeletion,
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  KeyWatchOptions,
  StorageWriteOptions,
} from "../storage.js";
import type { StorageWatch, StorageEvent } from "../watch.js";
import { CommitQueue } from "./commit-queue.js";
import type { Database } from "./database.js";
import { openDataDirectory, type DataDirectory } from "./data-directory.js";
import { Expiration } from "./expiration.js";
import { openFailure, embeddedReadFailure, embeddedWriteFailure } from "./failures.js";
import { FreeSpace } from "./free-space.js";
import { ListScan } from "./list-scan.js";
import { lostRevisionsOf, type LostRevisions } from "./lost-revisions.js";
import { StoredHistory } from "./stored-history.js";
import type { WriteTransaction } from "./write-transaction.js";

export interface EmbeddedStorageOptions {
  /**
   * Folder of the data file. It is created if it does not exist. Only one process can use it at a
   * time.
   */
  readonly directory: string;
  /**
   * True to open a store to which the command `migrate` has not copied all objects. Default: false,
   * so that no server uses an incomplete store.
   */
  readonly acceptsIncomplete?: boolean;
}

/**
 * Opens the store in a directory, or creates a new one. If opening fails, the stored objects and
 * their history are not changed.
 * @throws DataDirectoryError if the directory cannot be used, CorruptError if its data are damaged
 */
export async function openEmbeddedStorage(options: EmbeddedStorageOptions): Promise<Storage> {
  const directory = await openDataDirectory(options.directory, options.acceptsIncomplete);
  try {
    return new EmbeddedStorage(directory);
  } catch (error) {
    await directory.close();
    throw openFailure(error, directory.path);
  }
}

/**
 * Stores objects and a part of their history in one lmdb file. The promise of a write resolves when
 * the write is flushed to disk. Reads and watches see only flushed writes. The history survives
 * restarts, so watches can resume. Expired keys are deleted within a second. Keys that expire while
 * the server is stopped are deleted soon after its start, according to the system's clock.
 */
class EmbeddedStorage implements Storage {
  readonly isExclusive = true;
  readonly #directory: DataDirectory;
  readonly #database: Database;
  readonly #lost: LostRevisions;
  readonly #history: StoredHistory;
  readonly #queue: CommitQueue;
  readonly #expiration: Expiration;
  readonly #space: FreeSpace;
  readonly #hub: WatchHub;
  readonly #turns = new Turns();
  #compacting: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(directory: DataDirectory) {
    this.#directory = directory;
    this.#database = directory.database;
    const floor = compactionFloor(this.#database);
    this.#lost = lostRevisionsOf(this.#database);
    this.#history = new StoredHistory(
      this.#database,
      Math.max(floor, this.#database.lastRecord(), this.#lost.end, firstRevision),
      floor,
      this.#lost,
    );
    this.#hub = new WatchHub(this.#history);
    this.#space = new FreeSpace(directory.path);
    this.#queue = new CommitQueue({
      database: this.#database,
      revision: this.#history.revision,
      onCommit: (revision, events) => {
        this.#committed(revision, events);
      },
      onFailure: (error) => {
        this.#space.forget();
        return embeddedWriteFailure(error, directory.path);
      },
    });
    this.#expiration = new Expiration(this.#database, this.#queue);
  }

  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#put(key, value, (transaction) => transaction.create(key, value, this.#expiration.timeAfter(options)));
  }

  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#put(key, value, (transaction) =>
      transaction.update(key, value, revision, this.#expiration.timeAfter(options)),
    );
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#write(key, () => this.#queue.submit((transaction) => transaction.delete(key, revision)));
  }

  get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    return this.#read(() => {
      const revision = this.#readRevision(options);
      const state = isStorable(key) ? this.#database.key(key) : undefined;
      const item = state === undefined ? undefined : this.#history.at(key, state, revision);
      return item === undefined ? { revision } : { item, revision };
    });
  }

  list(prefix: string, options: StoredListOptions = {}): Promise<ListResult> {
    return this.#scan(prefix, options);
  }

  /** Reads a list in parts, so that other requests are served between the parts. */
  async #scan(prefix: string, options: StoredListOptions): Promise<ListResult> {
    const { scan, revision } = await this.#read(() => {
      const at = this.#readRevision(options);
      const counts = at === this.#history.revision;
      return {
        revision: at,
        scan: new ListScan({
          ...options,
          database: this.#database,
          history: this.#history,
          prefix,
          revision: at,
          counts,
        }),
      };
    });
    await this.#turns.begin();
    while (!(await this.#read(() => scan.read(() => this.#turns.isOver())))) await this.#turns.next();
    // Between the parts, a compaction may have removed values of the list.
    if (revision < this.#history.floor) throw new CompactedError(revision, this.#history.floor);
    return { items: scan.items, revision, remaining: scan.remaining };
  }

  watch(prefix: string, options: KeyWatchOptions = {}): StorageWatch {
    return this.#hub.open(prefix, options);
  }

  currentRevision(): Promise<number> {
    return this.#read(() => this.#history.revision);
  }

  async compact(revision: number): Promise<void> {
    await this.#read(() => {
      if (revision > this.#history.revision) throw new FutureRevisionError(revision, this.#history.revision);
    });
    // Two compactions never run at the same time, because a compaction examines records that the
    // previous one may remove.
    const run = this.#compacting.then(() => this.#compact(revision));
    this.#compacting = run.catch(() => undefined);
    await run;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#expiration.stop();
    this.#hub.end(new StorageClosedError());
    await this.#compacting;
    await this.#queue.idle();
    await this.#directory.close();
  }

  #committed(revision: number, events: readonly StorageEvent[]): void {
    this.#history.append(revision, events);
    for (const event of events) this.#hub.dispatch(event);
  }

  async #compact(revision: number): Promise<void> {
    if (revision <= this.#history.floor || this.#closing !== undefined) return;
    await this.#queue.submit(({ database }) => {
      markCompacted(database, revision);
    });
    this.#history.forget(revision);
    this.#hub.evictBefore(revision);
    // Records are removed in parts, so that writes can run between them. `close` waits only for the
    // current part.
    let more = true;
    while (more && this.#isOpen()) more = await this.#queue.submit(({ database }) => forget(database, revision));
  }

  #isOpen(): boolean {
    return this.#closing === undefined;
  }

  #put(key: string, value: Uint8Array, put: (transaction: WriteTransaction) => KeyValue): Promise<KeyValue> {
    return this.#write(key, () => {
      this.#space.take(key.length + value.length);
      return this.#queue.submit(put);
    });
  }

  #write<T>(key: string, submit: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      if (!this.#isOpen()) throw new StorageClosedError();
      checkKey(key);
      resolve(submit());
    });
  }

  #read<T>(operation: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (!this.#isOpen()) throw new StorageClosedError();
      try {
        resolve(operation());
      } catch (error) {
        throw embeddedReadFailure(error);
      }
    });
  }

  #readRevision({ revision, notOlderThan }: ReadOptions): number {
    const current = this.#history.revision;
    const wanted = revision ?? notOlderThan ?? 0;
    if (wanted > current) throw new FutureRevisionError(wanted, current);
    if (revision === undefined) return current;
    if (revision < this.#history.floor) throw new CompactedError(revision, this.#history.floor);
    this.#lost.check(revision);
    return revision;
  }
}

/** Maximum number of records that one commit examines. Such a commit takes a few milliseconds. */
const piece = 500;

/** Returns the oldest revision that can still be read. */
function compactionFloor(database: Database): number {
  return revisionIn(database, "compacted");
}

/**
 * Marks all revisions below `revision` as compacted. The caller commits this mark before it removes
 * any records.
 */
function markCompacted(database: Database, revision: number): void {
  database.putMeta("compacted", String(revision));
}

/**
 * Removes the next records that no read at or after `revision` needs: replaced values, and
 * deletions up to `revision`. Continues after the last record that an earlier call examined, even
 * if that call was made by an earlier process. Returns true if the call ended at the maximum number
 * of records, so that more may be left; false if all records up to `revision` were examined.
 */
function forget(database: Database, revision: number): boolean {
  const done = revisionIn(database, "forgotten");
  const writes = [];
  for (const write of database.recordsAfter(done)) {
    if (write.revision > revision || writes.length === piece) break;
    writes.push(write);
  }
  for (const write of writes) {
    if (write.previous !== 0) database.removeRecord(write.previous);
    if (write.current !== undefined) continue;
    database.removeRecord(write.revision);
    if (database.key(write.key)?.revision === write.revision) database.removeKey(write.key);
  }
  const last = writes.at(-1);
  database.putMeta("forgotten", String(writes.length === piece && last !== undefined ? last.revision : revision));
  return writes.length === piece;
}

function revisionIn(database: Database, name: string): number {
  const text = database.meta(name) ?? "0";
  const revision = Number(text);
  if (!Number.isSafeInteger(revision) || revision < 0)
    throw new CorruptError(`the store's entry ${JSON.stringify(name)} is damaged: ${JSON.stringify(text)}`);
  return revision;
}
