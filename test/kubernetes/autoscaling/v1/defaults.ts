import type { HorizontalPodAutoscaler } from "./types.js";

/** Metrics get their default in the conversion, which knows what the annotations hold. */
export function SetDefaults_HorizontalPodAutoscaler(obj: HorizontalPodAutoscaler): void {
  obj.spec.minReplicas ??= 1;
}
