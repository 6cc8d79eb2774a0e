import { StorageError } from "../errors.js";
import type { StorageEvent } from "../watch.js";
import type { Database } from "./database.js";
import { commitReason } from "./failures.js";
import { WriteTransaction } from "./write-transaction.js";

/**
 * Maximum number of writes in a commit. Larger commits hardly increase the throughput, and delay
 * their first writer.
 */
const maxGroup = 1000;

interface Waiting {
  readonly run: (transaction: WriteTransaction) => void;
  /**
   * Called when the commit was flushed to disk, or failed as a whole. `failure` is undefined on
   * success.
   */
  readonly settle: (failure: Error | undefined) => void;
}

export interface CommitQueueOptions {
  readonly database: Database;
  /** Newest revision that was flushed to disk. */
  readonly revision: number;
  /** Called when a commit was flushed to disk, before its writers get their results. */
  readonly onCommit: (revision: number, events: readonly StorageEvent[]) => void;
  /** Called when a commit failed as a whole. Returns the error that its writers get. */
  readonly onFailure: (error: unknown) => Error;
}

/**
 * Group commit: while one commit is flushed to disk, the following writes are collected for the
 * next commit. One flush is enough for all writes of a commit. Each write sees the writes before
 * it.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  #revision: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  /**
   * Runs `operation` in the next commit. If `operation` throws a StorageError before its first
   * write, only this call rejects, and the other writes of the commit are stored.
   * @throws the result of `onFailure` if the commit failed
   */
  submit<T>(operation: (transaction: WriteTransaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let answer: () => void;
      this.#waiting.push({
        run: (transaction) => {
          try {
            const result = operation(transaction);
            answer = () => {
              resolve(result);
            };
          } catch (error) {
            if (!(error instanceof StorageError)) throw error;
            answer = () => {
              reject(error);
            };
          }
        },
        settle: (failure) => {
          if (failure === undefined) answer();
          else reject(failure);
        },
      });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no writes are pending. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commit();
    this.#running = undefined;
  }

  async #commit(): Promise<void> {
    const { database, onCommit, onFailure } = this.#options;
    const transaction = new WriteTransaction(database, this.#revision);
    let group: readonly Waiting[] | undefined;
    let failure: Error | undefined;
    try {
      await database.transaction(() => {
        // The writes of the next commit are taken as late as possible. Clients of the last commit
        // then have time to send their next writes.
        group = this.#waiting.splice(0, maxGroup);
        for (const { run } of group) run(transaction);
      });
      this.#revision = transaction.revision;
      onCommit(transaction.revision, transaction.events);
    } catch (error) {
      failure = onFailure(await commitReason(error));
    }
    for (const waiting of group ?? this.#waiting.splice(0, maxGroup)) waiting.settle(failure);
  }
}
