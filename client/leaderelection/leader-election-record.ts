import type { LeaseSpec } from "./lease.js";

/** State of an election, independent of the object that stores it (Go: LeaderElectionRecord). */
export interface LeaderElectionRecord {
  /** Identity of the leader; empty if the last leader has released the lock. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  /** Time at which the leader acquired the lock. Other candidates ignore this time. */
  readonly acquireTime: string;
  /** Time of the last renewal. Other candidates only check whether it has changed. */
  readonly renewTime: string;
  readonly leaderTransitions: number;
}

/** Returns the record that a Lease contains. Missing fields have their zero values, as in Go. */
export function recordOfSpec(spec: LeaseSpec = {}): LeaderElectionRecord {
  return {
    holderIdentity: spec.holderIdentity ?? "",
    leaseDurationSeconds: spec.leaseDurationSeconds ?? 0,
    acquireTime: spec.acquireTime ?? "",
    renewTime: spec.renewTime ?? "",
    leaderTransitions: spec.leaseTransitions ?? 0,
  };
}

/** Returns the spec of a Lease that contains a record. */
export function specOfRecord(record: LeaderElectionRecord): LeaseSpec {
  return {
    holderIdentity: record.holderIdentity,
    leaseDurationSeconds: record.leaseDurationSeconds,
    // A Lease of another program can have no acquire time. Servers refuse an empty string as a
    // time.
    ...(record.acquireTime === "" ? {} : { acquireTime: record.acquireTime }),
    renewTime: record.renewTime,
    leaseTransitions: record.leaderTransitions,
  };
}
