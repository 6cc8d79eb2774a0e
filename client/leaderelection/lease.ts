import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import { untypedResource, type ResourceType } from "../rest/resource-type.js";

/** Lease of coordination.k8s.io/v1, as servers send and receive it. */
export interface Lease extends TypeMeta<"coordination.k8s.io/v1", "Lease"> {
  metadata: ObjectMeta;
  spec?: LeaseSpec;
}

/**
 * Spec of a Lease. A leader election does not read `strategy` and `preferredHolder`, and its
 * updates remove them.
 */
export interface LeaseSpec {
  holderIdentity?: string;
  leaseDurationSeconds?: number;
  /** Time with a precision of microseconds, such as `2026-01-02T03:04:05.000006Z`. */
  acquireTime?: string;
  renewTime?: string;
  leaseTransitions?: number;
  strategy?: string;
  preferredHolder?: string;
}

/** Resource type of Leases. */
export const leaseResource: ResourceType<Lease> = untypedResource<Lease>(
  { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
  "leases",
);
