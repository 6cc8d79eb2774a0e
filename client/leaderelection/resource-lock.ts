import type { LeaderElectionRecord } from "./leader-election-record.js";

/** The object that the candidates of an election share (Go: resourcelock.Interface). */
export interface ResourceLock {
  /** Identity of this candidate. It differs from the identities of all other candidates. */
  readonly identity: string;
  /** Name of the object for messages, such as `default/pizza-controller`. */
  readonly description: string;
  /**
   * Reads the record, and the string by which two records are compared.
   * @throws StatusError with the reason NotFound if the object does not exist
   */
  get(signal: AbortSignal): Promise<{ readonly record: LeaderElectionRecord; readonly raw: string }>;
  create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /**
   * Replaces the record.
   * @throws StatusError with the reason Conflict if the object has changed since it was last read
   * or written
   */
  update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void>;
  /** Records an event about the object, such as `became leader`. */
  recordEvent(what: string): void;
}
