import type { ResourceLock } from "./resource-lock.js";
import type { LeaderHealthzAdaptor } from "./leader-healthz-adaptor.js";

/** Functions that an election calls. */
export interface LeaderCallbacks {
  /**
   * Called when this candidate becomes the leader. The signal is aborted when it stops leading. If
   * the function returns a promise, the lock is released only after the promise has settled.
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
  /** Functions that are called when this candidate or another one becomes the leader. */
  readonly callbacks: LeaderCallbacks;
  /**
   * Time without a renewal after which another candidate takes over. Candidates measure it with
   * their own clock from the moment at which they have observed a change. Default: 15,000.
   */
  readonly leaseDuration?: number;
  /** Time after which a leader that cannot renew the lock stops leading. Default: 10,000. */
  readonly renewDeadline?: number;
  /**
   * Time between two attempts to acquire or renew the lock. Candidates that do not lead add up to
   * 120 % at random.
   * Default: 2,000.
   */
  readonly retryPeriod?: number;
  /**
   * True if the leader releases the lock when the signal of `run` is aborted, or when
   * `onStartedLeading` has failed. Another candidate then takes over at once. All work that the
   * lock guards must end before, see `onStartedLeading`. Default: false.
   */
  readonly releaseOnCancel?: boolean;
  /** Name of the election for messages. Default: the name of the lock. */
  readonly name?: string;
  /** Health check that fails if this candidate holds an expired lock and has not stopped. */
  readonly watchDog?: LeaderHealthzAdaptor;
  /** Receives the errors of requests and callbacks. Default: they are ignored. */
  readonly onError?: (error: unknown) => void;
  /** Clocks of this candidate. Default: the clocks of the machine. */
  readonly clock?: ElectionClock;
}

/** Clocks of a candidate. */
export interface ElectionClock {
  /** Returns the time that is written into the lock. */
  readonly now: () => Date;
  /** Returns the milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
}

/** A configuration in which absent durations have their defaults. */
export interface CompleteElectionConfig extends LeaderElectionConfig {
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retryPeriod: number;
  readonly name: string;
  readonly clock: ElectionClock;
}

/** Largest random part of the time between two attempts, as a fraction of `retryPeriod`. */
export const jitterFactor = 1.2;

const machineClock: ElectionClock = { now: () => new Date(), monotonic: () => performance.now() };

/**
 * Returns a configuration with defaults.
 * @throws Error for durations that cannot work together, or an empty identity
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
