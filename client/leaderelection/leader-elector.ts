import { anySignal } from "../rest/any-signal.js";
import { sleep } from "../rest/sleep.js";
import {
  completeElectionConfig,
  jitterFactor,
  type CompleteElectionConfig,
  type LeaderElectionConfig,
} from "./leader-election-config.js";
import { ObservedRecord } from "./observed-record.js";
import { microTimeOf } from "@apimachinery/runtime";
import { isConflict, isNotFound } from "../errors/predicates.js";
import type { LeaderElectionRecord } from "./leader-election-record.js";

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

  /** @throws Error for durations that contradict each other, or an empty identity */
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
   * @throws Error if the lease has been expired for longer
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

/** Makes single attempts to acquire, renew or release the lock of an election. */
class LockAttempts {
  readonly #config: CompleteElectionConfig;
  readonly #observed: ObservedRecord;

  constructor(config: CompleteElectionConfig, observed: ObservedRecord) {
    this.#config = config;
    this.#observed = observed;
  }

  get #isLeader(): boolean {
    return this.#observed.holder === this.#config.lock.identity;
  }

  /**
   * Acquires the lock if it is free or expired, or renews it if this candidate holds it.
   * @returns true if this candidate now holds the lock; false if another candidate holds it or a
   * request has failed
   */
  async acquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#config;
    const fresh = this.#freshRecord(microTimeOf(clock.now()));
    const now = clock.monotonic();
    try {
      return (await this.#renewOptimistically(fresh, now, signal)) || (await this.#readAndWrite(fresh, now, signal));
    } catch (error) {
      this.#report(error, signal);
      return false;
    }
  }

  /**
   * Releases the lock if this candidate still holds it. After a conflict, reads the lock and tries
   * again, because the conflict can come from an earlier renewal whose response was lost.
   * @returns true if this candidate no longer holds the lock; false if the release has failed, so
   * that the lock will expire
   */
  async release(signal: AbortSignal): Promise<boolean> {
    const { lock, clock } = this.#config;
    for (;;) {
      try {
        const { record, raw } = await lock.get(signal);
        this.#observed.read(record, raw);
        // Unlike client-go, the record that was just read decides who holds the lock. Another
        // candidate may have acquired the lock while this candidate could not reach the server.
        if (record.holderIdentity !== lock.identity) return true;
        const released = { holderIdentity: "", leaseDurationSeconds: 1, leaderTransitions: record.leaderTransitions };
        await this.#write({ ...this.#freshRecord(microTimeOf(clock.now())), ...released }, signal);
        return true;
      } catch (error) {
        if (isConflict(error) && !signal.aborted) continue;
        this.#report(error, signal);
        return false;
      }
    }
  }

  #freshRecord(now: string): LeaderElectionRecord {
    const { lock, leaseDuration } = this.#config;
    return {
      holderIdentity: lock.identity,
      leaseDurationSeconds: Math.floor(leaseDuration / 1000),
      acquireTime: now,
      renewTime: now,
      leaderTransitions: 0,
    };
  }

  /**
   * If this candidate holds the lock, writes it without reading it first. Most renewals need only
   * this request.
   */
  async #renewOptimistically(fresh: LeaderElectionRecord, now: number, signal: AbortSignal): Promise<boolean> {
    const old = this.#observed.record;
    if (old === undefined || !this.#isLeader || !this.#observed.isValidAt(now)) return false;
    try {
      await this.#write(renewed(fresh, old), signal);
      return true;
    } catch (error) {
      if (!isConflict(error)) this.#report(error, signal);
      return false;
    }
  }

  async #readAndWrite(fresh: LeaderElectionRecord, now: number, signal: AbortSignal): Promise<boolean> {
    const read = await this.#config.lock.get(signal).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    if (read === undefined) {
      await this.#config.lock.create(fresh, signal);
      this.#observed.wrote(fresh);
      return true;
    }
    const { record, raw } = read;
    this.#observed.read(record, raw);
    if (record.holderIdentity !== "" && this.#observed.isValidAt(now) && !this.#isLeader) return false;
    await this.#write(
      this.#isLeader ? renewed(fresh, record) : { ...fresh, leaderTransitions: record.leaderTransitions + 1 },
      signal,
    );
    return true;
  }

  async #write(record: LeaderElectionRecord, signal: AbortSignal): Promise<void> {
    await this.#config.lock.update(record, signal);
    this.#observed.wrote(record);
  }

  /** Reports an error to `onError`, unless the election has aborted the request. */
  #report(error: unknown, signal: AbortSignal): void {
    if (error === signal.reason && !isTimeout(error)) return;
    this.#config.onError?.(error);
  }
}

/**
 * Returns the record for a renewal: the leader keeps its acquire time and its number of
 * transitions.
 */
function renewed(fresh: LeaderElectionRecord, old: LeaderElectionRecord): LeaderElectionRecord {
  return { ...fresh, acquireTime: old.acquireTime, leaderTransitions: old.leaderTransitions };
}

/** Reports whether a request has failed because of a signal of `AbortSignal.timeout`. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}
