import { microTimeOf } from "@apimachinery/runtime";
import { isConflict, isNotFound } from "../errors/predicates.js";
import type { CompleteElectionConfig } from "./leader-election-config.js";
import type { LeaderElectionRecord } from "./leader-election-record.js";
import type { ObservedRecord } from "./observed-record.js";

/** Makes single attempts to acquire, renew or release the lock of an election. */
export class LockAttempts {
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

  /**
   * Reports an error to `onError`, unless the request was aborted for another reason than a
   * timeout.
   */
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
