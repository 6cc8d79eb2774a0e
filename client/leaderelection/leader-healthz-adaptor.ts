import type { LeaderElector } from "./leader-elector.js";

/**
 * Health check of a leader (Go: HealthzAdaptor). It fails if the candidate holds an expired lock
 * and has not stopped, for example because its work blocks the event loop. Other candidates are
 * healthy.
 */
export class LeaderHealthzAdaptor {
  readonly name = "leaderElection";
  readonly #timeout: number;
  #elector: LeaderElector | undefined;

  /** @param timeout time after the end of the lease until the check fails, in milliseconds */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Sets the election that is checked. Before this call, the check succeeds. */
  setLeaderElection(elector: LeaderElector): void {
    this.#elector = elector;
  }

  /** @throws Error if the leader has not renewed its lock in time */
  check(): void {
    this.#elector?.check(this.#timeout);
  }
}
