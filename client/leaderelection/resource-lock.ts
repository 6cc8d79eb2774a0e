import type { LeaderElectionRecord } from "./leader-election-record.js";

/** The lock that the candidates of an election share (Go: resourcelock.Interface). */
export interface ResourceLock {
  /** Identity of this candidate. It differs from the identities of all other candidates. */
  readonly identity: string;
  /** Name of the lock in messages, such as `default/pizza-controller`. */
  readonly description: string;
  /**
   * Reads the record of the lock. `raw` is a string that changes whenever the record changes.
   * @throws StatusError with the reason NotFound if the lock does not exist
   */
  get(signal: AbortSignal): Promise<{ readonly record: LeaderElectionRecord; readonly raw: string }>;
  create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /**
   * Replaces the record of the lock.
   * @throws StatusError with the reason Conflict if the lock has changed since this candidate has
   * last read or written it
   */
  update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /** Records a Kubernetes event about the lock, such as `became leader`. */
  recordEvent(what: string): void;
}
