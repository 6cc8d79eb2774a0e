import { Alarm } from "../shared/alarm.js";
import type { StorageWriteOptions } from "../storage.js";
import type { CommitQueue } from "./commit-queue.js";
import type { Database } from "./database.js";

/** Maximum number of keys that one commit deletes. Such a commit takes some milliseconds. */
const piece = 500;

/**
 * Minimum time between two commits in milliseconds, unless the last commit has left expired keys.
 */
const pause = 100;

/** Time in milliseconds after which a failed deletion is repeated, for example on a full disk. */
const retryDelay = 5000;

/**
 * Deletes keys of a database when their time to live has ended. The times of expiry are stored, so
 * that keys also expire after a restart. The system's clock is read only when the store is opened,
 * so later changes of the clock have no effect.
 */
export class Expiration {
  readonly #database: Database;
  readonly #queue: CommitQueue;
  readonly #clockOffset = Date.now() - performance.now();
  readonly #alarm = new Alarm(
    () => this.#now(),
    () => {
      void this.#expire();
    },
  );
  #isStopped = false;

  /** Starts to delete keys, beginning with those that expired before the start. */
  constructor(database: Database, queue: CommitQueue) {
    this.#database = database;
    this.#queue = queue;
    this.#alarm.set(database.expiries.next() ?? Infinity);
  }

  /**
   * Returns the time at which a key that is written now expires, in milliseconds since 1970;
   * undefined if it never expires.
   */
  timeAfter({ ttl = 0 }: StorageWriteOptions = {}): number | undefined {
    if (ttl <= 0) return undefined;
    const time = this.#now() + ttl * 1000;
    this.#alarm.set(time);
    return time;
  }

  stop(): void {
    this.#isStopped = true;
    this.#alarm.clear();
  }

  async #expire(): Promise<void> {
    let next: number;
    try {
      const count = await this.#queue.submit((transaction) => transaction.expire(this.#now(), piece));
      const earliest = count === piece ? 0 : this.#now() + pause;
      next = Math.max(earliest, this.#database.expiries.next() ?? Infinity);
    } catch {
      // The error is not reported here: writes of clients fail for the same reason and report it.
      next = this.#now() + retryDelay;
    }
    if (!this.#isStopped) this.#alarm.set(next);
  }

  #now(): number {
    return this.#clockOffset + performance.now();
  }
}
