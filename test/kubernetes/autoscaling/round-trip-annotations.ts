import type { ObjectMeta } from "@apimachinery/runtime";

/** Where older versions keep what they have no fields for. */
export const roundTripAnnotations = {
  metrics: "autoscaling.alpha.kubernetes.io/metrics",
  currentMetrics: "autoscaling.alpha.kubernetes.io/current-metrics",
  conditions: "autoscaling.alpha.kubernetes.io/conditions",
  behavior: "autoscaling.alpha.kubernetes.io/behavior",
} as const;

const names: ReadonlySet<string> = new Set(Object.values(roundTripAnnotations));

/** The same metadata where there is nothing to drop. */
export function withoutRoundTripAnnotations(metadata: ObjectMeta): ObjectMeta {
  const annotations = Object.entries(metadata.annotations ?? {});
  const kept = annotations.filter(([name]) => !names.has(name));
  return kept.length === annotations.length ? metadata : { ...metadata, annotations: Object.fromEntries(kept) };
}
