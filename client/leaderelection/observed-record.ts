import type { LeaderElectionRecord } from "./leader-election-record.js";

/**
 * The last record of a lock that a candidate has seen or written, with the time of its own clock.
 * Times of other candidates are not compared, so the clocks of two machines can differ.
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

  /** Identity of the leader; empty before the first observation. */
  get holder(): string {
    return this.#record?.holderIdentity ?? "";
  }

  get record(): LeaderElectionRecord | undefined {
    return this.#record;
  }

  /** Milliseconds since the last change. */
  get age(): number {
    return this.#monotonic() - this.#at;
  }

  /** Reports whether the leader of the record may still lead at the time `now` of the clock. */
  isValidAt(now: number): boolean {
    return this.#record !== undefined && this.#at + this.#record.leaseDurationSeconds * 1000 > now;
  }

  /** Stores a record that was read. The time is only set if the record has changed. */
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
