import { anySignal } from "../rest/any-signal.js";
import { sleep } from "../rest/sleep.js";
import {
  completeElectionConfig,
  jitterFactor,
  type CompleteElectionConfig,
  type LeaderElectionConfig,
} from "./leader-election-config.js";
import { LockAttempts } from "./lock-attempts.js";
import { ObservedRecord } from "./observed-record.js";

/**
 * Elects one leader among the programs that share a lock (Go: leaderelection.LeaderElector). At
 * most one candidate leads at any time, provided that the clocks of all machines run at about the
 * same speed. The clocks may show different times.
 */
export class LeaderElector {
  readonly #config: CompleteElectionConfig;
  readonly #observed: ObservedRecord;
  readonly #attempts: LockAttempts;
  #reported = "";
  #isRunning = false;

  /**
   * @throws Error if a duration violates a condition in LeaderElectionConfig, or the identity of
   *   the lock is empty
   */
  constructor(config: LeaderElectionConfig) {
    this.#config = completeElectionConfig(config);
    this.#observed = new ObservedRecord(this.#config.clock.monotonic);
    this.#attempts = new LockAttempts(this.#config, this.#observed);
    config.watchDog?.setLeaderElection(this);
  }

  /**
   * Takes part in the election until the signal is aborted, or until this candidate has become the
   * leader and has lost the lock. A program then usually exits, or calls `run` again.
   * @throws the error of `onStartedLeading`, after this candidate has stopped leading
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#isRunning = true;
    try {
      if (await this.#acquire(signal)) await this.#lead(signal);
    } finally {
      this.#isRunning = false;
      this.#config.callbacks.onStoppedLeading();
    }
  }

  /**
   * Returns the identity of the last observed leader; empty if none was observed or the last leader
   * has released the lock.
   */
  getLeader(): string {
    return this.#observed.holder;
  }

  /** Reports whether this candidate is the last observed leader. */
  isLeader(): boolean {
    return this.#observed.holder === this.#config.lock.identity;
  }

  /**
   * Checks that this candidate does not lead with an expired lease.
   * @param maxTolerableExpiredLease permitted time since the end of the lease, in milliseconds
   * @throws Error if this candidate leads and its lease has expired for longer than this time
   */
  check(maxTolerableExpiredLease: number): void {
    const { leaseDuration, name } = this.#config;
    if (this.#isRunning && this.isLeader() && this.#observed.age > leaseDuration + maxTolerableExpiredLease)
      throw new Error(`failed election to renew leadership on lease ${name}`);
  }

  /**
   * Waits until this candidate holds the lock, and returns true. Returns false if the signal is
   * aborted.
   */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { retryPeriod, lock } = this.#config;
    while (!signal.aborted) {
      const isAcquired = await this.#attempt(signal);
      this.#reportTransition();
      if (isAcquired) {
        lock.recordEvent("became leader");
        return true;
      }
      await pause(retryPeriod * (1 + jitterFactor * Math.random()), signal);
    }
    return false;
  }

  /** Leads until the signal is aborted, the lock is lost, or `onStartedLeading` has failed. */
  async #lead(signal: AbortSignal): Promise<void> {
    const leading = new AbortController();
    const ended = anySignal([signal, leading.signal]);
    const failures: unknown[] = [];
    const work = this.#work(ended).catch((error: unknown) => {
      if (ended.aborted) {
        this.#config.onError?.(error);
        return;
      }
      failures.push(error);
      leading.abort(error);
    });
    await this.#renew(ended);
    const isLost = !ended.aborted;
    leading.abort();
    if (isLost) this.#config.onError?.(new Error(`stopped leading: the lease ${this.#config.name} was not renewed`));
    else if (this.#config.releaseOnCancel === true) await this.#release(work);
    this.#config.lock.recordEvent("stopped leading");
    if (failures.length > 0) throw failures[0];
  }

  /** Calls `onStartedLeading`. Errors that occur because its signal was aborted are ignored. */
  async #work(signal: AbortSignal): Promise<void> {
    try {
      await this.#config.callbacks.onStartedLeading(signal);
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
    }
  }

  /**
   * Renews the lock until the signal is aborted, or until no renewal has succeeded within
   * `renewDeadline`.
   */
  async #renew(signal: AbortSignal): Promise<void> {
    const { retryPeriod } = this.#config;
    while (!signal.aborted) {
      const isRenewed = await this.#renewInTime(signal);
      this.#reportTransition();
      if (!isRenewed) return;
      await pause(retryPeriod, signal);
    }
  }

  /**
   * Tries to renew the lock until a renewal succeeds or `renewDeadline` has passed. Returns true on
   * success.
   */
  async #renewInTime(signal: AbortSignal): Promise<boolean> {
    const { renewDeadline, retryPeriod } = this.#config;
    const deadline = anySignal([signal, AbortSignal.timeout(renewDeadline)]);
    while (!deadline.aborted) {
      if (await this.#attempt(deadline)) return true;
      await pause(retryPeriod, deadline);
    }
    return false;
  }

  /**
   * Tries once to acquire or renew the lock. As client-go recommends, the attempt has a timeout
   * that leaves time for another attempt.
   */
  #attempt(signal: AbortSignal): Promise<boolean> {
    const timeout = AbortSignal.timeout(Math.max(1000, this.#config.renewDeadline / 2));
    return this.#attempts.acquireOrRenew(anySignal([signal, timeout]));
  }

  /**
   * Releases the lock after the work of the leader has ended. If the work does not end within
   * `renewDeadline`, the lock is not released and expires, as after a crash.
   */
  async #release(work: Promise<void>): Promise<void> {
    const { renewDeadline } = this.#config;
    const waiting = new AbortController();
    const hasEnded = await Promise.race([
      work.then(() => true),
      pause(renewDeadline, waiting.signal).then(() => false),
    ]);
    // Stops the timer, which would otherwise delay the exit of the process.
    waiting.abort();
    if (hasEnded) await this.#attempts.release(AbortSignal.timeout(renewDeadline));
    this.#reportTransition();
  }

  #reportTransition(): void {
    const { holder } = this.#observed;
    if (holder === this.#reported) return;
    this.#reported = holder;
    try {
      this.#config.callbacks.onNewLeader?.(holder);
    } catch (error) {
      this.#config.onError?.(error);
    }
  }
}

/** Waits for a time in milliseconds. Returns earlier if the signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, signal).catch(() => undefined);
}
