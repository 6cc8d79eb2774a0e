import type { LeaderElector } from "./leader-elector.js";

/**
 * Health check of a candidate (Go: HealthzAdaptor). The check fails if the candidate still leads
 * although its lease has expired, for example because its work blocks the event loop. For
 * candidates that do not lead, the check always succeeds.
 */
export class LeaderHealthzAdaptor {
  readonly name = "leaderElection";
  readonly #timeout: number;
  #elector: LeaderElector | undefined;

  /** @param timeout time from the end of the lease until the check fails, in milliseconds */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Sets the election to check. Before this call, the check always succeeds. */
  setLeaderElection(elector: LeaderElector): void {
    this.#elector = elector;
  }

  /** @throws Error if this candidate leads and its lease has expired for longer than the timeout */
  check(): void {
    this.#elector?.check(this.#timeout);
  }
}
