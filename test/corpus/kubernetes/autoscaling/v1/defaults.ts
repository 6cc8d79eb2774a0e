import type { HorizontalPodAutoscaler } from "./types.js";

/**
 * This function sets no default for metrics. The conversion sets it, after it has read the
 * annotations.
 */
export function SetDefaults_HorizontalPodAutoscaler(obj: HorizontalPodAutoscaler): void {
  obj.spec.minReplicas ??= 1;
}
