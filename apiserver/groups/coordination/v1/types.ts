import type { ListMeta, MicroTime, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Lease defines a lease concept. */
export interface Lease extends TypeMeta<"coordination.k8s.io/v1", "Lease"> {
  /**
   * metadata is the standard object metadata.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * spec contains the specification of the Lease.
   *
   * +optional
   */
  spec: LeaseSpec;
}

/** LeaseSpec is a specification of a Lease. */
export interface LeaseSpec {
  /**
   * holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader
   * Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name
   * field.
   */
  holderIdentity?: string;
  /**
   * leaseDurationSeconds is a duration that candidates for a lease need to wait to force acquire
   * it. This is measured against the time of last observed renewTime.
   */
  leaseDurationSeconds?: int32;
  /** acquireTime is a time when the current lease was acquired. */
  acquireTime?: MicroTime;
  /** renewTime is a time when the current holder of a lease has last updated the lease. */
  renewTime?: MicroTime;
  /** leaseTransitions is the number of transitions of a lease between holders. */
  leaseTransitions?: int32;
  /**
   * strategy indicates the strategy for picking the leader for coordinated leader election. A lease
   * without this field has no active coordination. This server drops the field, as Kubernetes does
   * unless the feature gate CoordinatedLeaderElection is enabled.
   */
  strategy?: string;
  /**
   * preferredHolder signals to a lease holder that the lease has a more optimal holder and should
   * be given up. This field can only be set if Strategy is also set.
   */
  preferredHolder?: string;
}

/** LeaseList is a list of Lease objects. */
export interface LeaseList extends TypeMeta<"coordination.k8s.io/v1", "LeaseList"> {
  /** Standard list metadata. */
  metadata: ListMeta;
  /** items is a list of schema objects. */
  items: Lease[];
}
