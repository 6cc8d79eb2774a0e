import type { LeaseSpec } from "./lease.js";

/**
 * State of an election, as all candidates read and write it in the lock (Go: LeaderElectionRecord).
 */
export interface LeaderElectionRecord {
  /** Identity of the leader; empty if the last leader has released the lock. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  /** Time at which the leader acquired the lock. Other candidates ignore this time. */
  readonly acquireTime: string;
  /** Time of the last renewal. Other candidates only compare it with its previous value. */
  readonly renewTime: string;
  readonly leaderTransitions: number;
}

/** Converts the spec of a Lease to a record. Missing fields get their zero values, as in Go. */
export function recordOfSpec(spec: LeaseSpec = {}): LeaderElectionRecord {
  return {
    holderIdentity: spec.holderIdentity ?? "",
    leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
    acquireTime: spec.acquireTime ?? "",
    renewTime: spec.renewTime ?? "",
    leaderTransitions: spec.leaseTransitions ?? 0,
  };
}

/** Converts a record to the spec of a Lease. */
export function specOfRecord(record: LeaderElectionRecord): LeaseSpec {
  return {
    holderIdentity: record.holderIdentity,
    leaseDurationSeconds: record.leaseDurationSeconds,
    // The acquire time is empty if another program wrote a Lease without it. Servers refuse an
    // empty string as a time.
    ...(record.acquireTime === "" ? {} : { acquireTime: record.acquireTime }),
    renewTime: record.renewTime,
    leaseTransitions: record.leaderTransitions,
  };
}
