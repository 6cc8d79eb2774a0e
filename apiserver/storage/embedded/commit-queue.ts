import { StorageError } from "../errors.js";
import type { WatchEvent } from "../watch.js";
import type { Database } from "./database.js";
import { commitReason } from "./failures.js";
import { WriteTransaction } from "./write-transaction.js";

/** More in one commit hardly adds throughput, and the first of them would wait for the last. */
const maxGroup = 1000;

interface Waiting {
  readonly run: (transaction: WriteTransaction) => void;
  /** Told when the commit is on disk, or failed as a whole. */
  readonly settle: (failure: Error | undefined) => void;
}

export interface CommitQueueOptions {
  readonly database: Database;
  /** The newest durable revision. */
  readonly revision: number;
  /** A commit is on disk: called before its writers are answered. */
  readonly onCommit: (revision: number, events: readonly WatchEvent[]) => void;
  /** A commit failed as a whole: the answer to its writers. */
  readonly onFailure: (error: unknown) => Error;
}

/**
 * Group commit: while one commit is on its way to the disk, writers gather for the next. One flush
 * pays for all of them, and each still sees the writes before it.
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
   * Runs `operation` in the next commit. A StorageError that it throws is its own answer, if it
   * wrote nothing before.
   * @throws what onFailure returns, if the commit failed
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

  /** Resolves when nothing is waiting any more. */
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
        // Only now: those that the last commit has answered have had time to come back.
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
