import type { HorizontalPodAutoscaler, HPAScalingRules } from "./types.js";

/** Without metrics an autoscaler aims at pods that use 80% of the CPU that they requested. */
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

/** Who says anything about the behaviour gets the rest of it, in both directions. */
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

/** How long to wait before going down is a setting of the controller. */
function defaultScaleDown(): HPAScalingRules {
  return { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] };
}
