import type { LeaderElectionRecord } from "./leader-election-record.js";

/**
 * The last record that a candidate has read from or written to the lock, with the time at which the
 * record last changed, measured by the candidate's local clock. The times in the record are not
 * used, because the clocks of two machines can differ.
 */
export class ObservedRecord {
  readonly #monotonic: () => number;
  #raw = "";
  #at = -Infinity;
  #record: LeaderElectionRecord | undefined;

  /** @param monotonic clock in milliseconds */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Identity of the leader in the record; empty before the first observation. */
  get holder(): string {
    return this.#record?.holderIdentity ?? "";
  }

  get record(): LeaderElectionRecord | undefined {
    return this.#record;
  }

  /** Time since the record last changed or this candidate last wrote it, in milliseconds. */
  get age(): number {
    return this.#monotonic() - this.#at;
  }

  /**
   * Reports whether the lease in the record has not expired at the time `now` of the local clock.
   */
  isValidAt(now: number): boolean {
    return this.#record !== undefined && this.#at + this.#record.leaseDurationSeconds * 1000 > now;
  }

  /**
   * Stores a record that was read. If it equals the record that was read before, nothing changes.
   */
  read(record: LeaderElectionRecord, raw: string): void {
    if (raw === this.#raw) return;
    this.#raw = raw;
    this.wrote(record);
  }

  /** Stores a record that this candidate has written. */
  wrote(record: LeaderElectionRecord): void {
    this.#record = record;
    this.#at = this.#monotonic();
  }
}
