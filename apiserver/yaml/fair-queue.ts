/** Error for a job that did not start in time. */
export class QueueTimeoutError extends Error {
  override readonly name = "QueueTimeoutError";
}

export interface FairQueueLimits {
  /** Maximum number of running jobs. */
  readonly running: number;
  /**
   * Maximum number of running long jobs. It is lower than `running`, so that long jobs alone never
   * make a short job wait.
   */
  readonly long: number;
  /** Maximum time that a job waits, in milliseconds. */
  readonly timeout: number;
}

interface Waiting {
  readonly isLong: boolean;
  start(): void;
}

/**
 * Runs the jobs of several owners fairly. At most one job of an owner runs at a time, and owners
 * with waiting jobs take turns.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Waiting jobs by owner, in the order of the owners' turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Owners with a running job; the value is true if the job is long. */
  readonly #running = new Map<string, boolean>();

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a job and returns its result.
   * @throws QueueTimeoutError if the job did not start in time
   */
  run<T>(owner: string, isLong: boolean, job: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        isLong,
        start: () => {
          clearTimeout(timer);
          this.#running.set(owner, isLong);
          void job()
            .then(resolve, reject)
            .finally(() => {
              this.#running.delete(owner);
              this.#comeLast(owner);
              this.#startNext();
            });
        },
      };
      const timer = setTimeout(() => {
        this.#remove(owner, waiting);
        reject(new QueueTimeoutError());
      }, this.#limits.timeout);
      const own = this.#waiting.get(owner);
      if (own === undefined) this.#waiting.set(owner, [waiting]);
      else own.push(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const [owner, [first]] of this.#waiting) {
      if (first === undefined || !this.#mayStart(owner, first)) continue;
      this.#remove(owner, first);
      first.start();
    }
  }

  /** Moves an owner to the end of the order, because its turn is over. */
  #comeLast(owner: string): void {
    const rest = this.#waiting.get(owner);
    if (rest === undefined) return;
    this.#waiting.delete(owner);
    this.#waiting.set(owner, rest);
  }

  #mayStart(owner: string, { isLong }: Waiting): boolean {
    if (this.#running.has(owner) || this.#running.size >= this.#limits.running) return false;
    return !isLong || [...this.#running.values()].filter(Boolean).length < this.#limits.long;
  }

  #remove(owner: string, waiting: Waiting): void {
    const rest = this.#waiting.get(owner)?.filter((one) => one !== waiting) ?? [];
    if (rest.length === 0) this.#waiting.delete(owner);
    else this.#waiting.set(owner, rest);
  }
}
