import type { ObjectMeta } from "@apimachinery/runtime";
import { withoutAnnotations } from "../meta/annotations.js";

/** Where older versions keep what they have no fields for. */
export const roundTripAnnotations = {
  metrics: "autoscaling.alpha.kubernetes.io/metrics",
  currentMetrics: "autoscaling.alpha.kubernetes.io/current-metrics",
  conditions: "autoscaling.alpha.kubernetes.io/conditions",
  behavior: "autoscaling.alpha.kubernetes.io/behavior",
} as const;

const names: ReadonlySet<string> = new Set(Object.values(roundTripAnnotations));

export function withoutRoundTripAnnotations(metadata: ObjectMeta): ObjectMeta {
  return withoutAnnotations(metadata, names);
}
