import type { HorizontalPodAutoscaler, HPAScalingRules } from "./types.js";

/** The default metric is a CPU utilization of 80%. */
export function SetDefaults_HorizontalPodAutoscaler(obj: HorizontalPodAutoscaler): void {
  const { spec } = obj;
  spec.minReplicas ??= 1;
  if (!spec.metrics?.length) {
    spec.metrics = [
      { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
    ];
  }
  SetDefaults_HorizontalPodAutoscalerBehavior(obj);
}

/**
 * If the behavior is set for one direction, the other settings get their defaults in both
 * directions.
 */
export function SetDefaults_HorizontalPodAutoscalerBehavior({ spec: { behavior } }: HorizontalPodAutoscaler): void {
  if (behavior === undefined) return;
  behavior.scaleUp = { ...defaultScaleUp(), ...behavior.scaleUp };
  behavior.scaleDown = { ...defaultScaleDown(), ...behavior.scaleDown };
}

function defaultScaleUp(): HPAScalingRules {
  return {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
  };
}

/**
 * The stabilization window for scaling down is a setting of the controller, so it has no default.
 */
function defaultScaleDown(): HPAScalingRules {
  return { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] };
}
