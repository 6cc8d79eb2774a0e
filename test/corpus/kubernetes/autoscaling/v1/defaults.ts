import type { HorizontalPodAutoscaler } from "./types.js";

/** The conversion sets the default of metrics, because it reads the annotations. */
export function SetDefaults_HorizontalPodAutoscaler(obj: HorizontalPodAutoscaler): void {
  obj.spec.minReplicas ??= 1;
}
