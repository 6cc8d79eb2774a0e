import type { ListMeta, MicroTime, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/**
 * A lock that ends unless its holder renews it. Leaders and nodes use it to show that they are
 * alive.
 */
export interface Lease extends TypeMeta<"coordination.k8s.io/v1", "Lease"> {
  /**
   * Name, namespace and other metadata of the Lease.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * Holder of the Lease and its times.
   *
   * +optional
   */
  spec: LeaseSpec;
}

/** Holder of a Lease and its times. */
export interface LeaseSpec {
  /** Identity of the process that holds the Lease. Absent or empty if the Lease is free. */
  holderIdentity?: string;
  /** Seconds after the last renewal until another process may take the Lease. */
  leaseDurationSeconds?: int32;
  /** Time when the holder took the Lease. */
  acquireTime?: MicroTime;
  /** Time of the holder's last renewal. */
  renewTime?: MicroTime;
  /** How often the Lease has passed from one holder to another. */
  leaseTransitions?: int32;
  /**
   * How a controller chooses the next holder. This server drops the field, as Kubernetes does
   * unless the feature gate CoordinatedLeaderElection is enabled.
   */
  strategy?: string;
  /**
   * Process to which the holder should hand over the Lease. May be set only together with a
   * strategy. This server drops the field, as Kubernetes does unless the feature gate
   * CoordinatedLeaderElection is enabled.
   */
  preferredHolder?: string;
}

/** A list of Leases. */
export interface LeaseList extends TypeMeta<"coordination.k8s.io/v1", "LeaseList"> {
  /** Version of the list, and the token for its next part. */
  metadata: ListMeta;
  /** The Leases. */
  items: Lease[];
}
