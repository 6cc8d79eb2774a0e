import { withAnnotations, type ObjectMeta } from "@apimachinery/runtime";

/** Names of the annotations in which older versions store values for which they have no fields. */
export const roundTripAnnotations = {
  metrics: "autoscaling.alpha.kubernetes.io/metrics",
  currentMetrics: "autoscaling.alpha.kubernetes.io/current-metrics",
  conditions: "autoscaling.alpha.kubernetes.io/conditions",
  behavior: "autoscaling.alpha.kubernetes.io/behavior",
} as const;

const none = Object.fromEntries(Object.values(roundTripAnnotations).map((name) => [name, undefined]));

export function withoutRoundTripAnnotations(metadata: ObjectMeta): ObjectMeta {
  return withAnnotations(metadata, none);
}
