import type { ResourceLock } from "./resource-lock.js";
import type { LeaderHealthzAdaptor } from "./leader-healthz-adaptor.js";

/** Functions that are called when the leader changes. */
export interface LeaderCallbacks {
  /**
   * Called when this candidate becomes the leader. The signal is aborted when the candidate stops
   * leading. If the function returns a promise, the lock is released only after the promise has
   * settled.
   */
  readonly onStartedLeading: (signal: AbortSignal) => Promise<void> | void;
  /**
   * Called once at the end of `run`, even if this candidate has never been the leader, as in
   * client-go.
   */
  readonly onStoppedLeading: () => void;
  /**
   * Called with the identity of each new leader, including this candidate and the first observed
   * leader. The identity is empty if a leader has released the lock.
   */
  readonly onNewLeader?: (identity: string) => void;
}

/** Configuration of an election (Go: LeaderElectionConfig). All durations are in milliseconds. */
export interface LeaderElectionConfig {
  /** The lock that candidates share: a `LeaseLock`. */
  readonly lock: ResourceLock;
  /** Functions that are called when the leader changes. */
  readonly callbacks: LeaderCallbacks;
  /**
   * Time without a renewal after which another candidate becomes the leader, in milliseconds. Each
   * candidate measures this time with its local clock, from the moment at which it has observed the
   * last change. At least 1,000, and greater than `renewDeadline`. Default: 15,000.
   */
  readonly leaseDuration?: number;
  /**
   * Time without a successful renewal after which the leader stops leading, in milliseconds.
   * Greater than 1.2 times `retryPeriod`. Default: 10,000.
   */
  readonly renewDeadline?: number;
  /**
   * Time between two attempts to acquire or renew the lock, in milliseconds. Candidates that do not
   * lead add a random time of up to 120 %. Default: 2,000.
   */
  readonly retryPeriod?: number;
  /**
   * True if the leader releases the lock when the signal of `run` is aborted, or when
   * `onStartedLeading` has failed. Another candidate can then become the leader immediately. All
   * work of the leader must have ended when the promise of `onStartedLeading` settles. Default:
   * false.
   */
  readonly releaseOnCancel?: boolean;
  /** Name of the election in messages. Default: the name of the lock. */
  readonly name?: string;
  /** Health check that fails if this candidate still leads although its lease has expired. */
  readonly watchDog?: LeaderHealthzAdaptor;
  /** Receives errors of requests and callbacks. Default: errors are ignored. */
  readonly onError?: (error: unknown) => void;
  /** Clocks of this candidate. Default: the clocks of the machine. */
  readonly clock?: ElectionClock;
}

/** Clocks that an election reads. */
export interface ElectionClock {
  /** Returns the time that is written into the lock. */
  readonly now: () => Date;
  /** Returns the time of a clock that is never adjusted, in milliseconds. */
  readonly monotonic: () => number;
}

/** A configuration in which absent durations are replaced by their defaults. */
export interface CompleteElectionConfig extends LeaderElectionConfig {
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
  readonly name: string;
  readonly clock: ElectionClock;
}

/**
 * Largest random time that is added to `retryPeriod`, as a fraction of it, while a candidate does
 * not lead.
 */
export const jitterFactor = 1.2;

const machineClock: ElectionClock = { now: () => new Date(), monotonic: () => performance.now() };

/**
 * Adds the defaults to a configuration.
 * @throws Error if a duration violates a condition in LeaderElectionConfig, or the identity of the
 *   lock is empty
 */
export function completeElectionConfig(config: LeaderElectionConfig): CompleteElectionConfig {
  const { leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2_000, lock } = config;
  const { name = lock.description, clock = machineClock } = config;
  for (const [property, value] of Object.entries({ leaseDuration, renewDeadline, retryPeriod }))
    if (!(value > 0)) throw new Error(`${property} must be greater than zero`);
  if (leaseDuration < 1000)
    throw new Error(
      `leaseDuration is ${leaseDuration} ms: it must be at least 1000, because a lease has whole seconds`,
    );
  if (leaseDuration <= renewDeadline) throw new Error("leaseDuration must be greater than renewDeadline");
  if (renewDeadline <= jitterFactor * retryPeriod)
    throw new Error("renewDeadline must be greater than retryPeriod*JitterFactor");
  if (lock.identity === "") throw new Error("Lock identity is empty");
  return { ...config, leaseDuration, renewDeadline, retryPeriod, name, clock };
}
