import type { ConversionScope } from "@apimachinery/runtime";
import { roundTripAnnotations as names, withoutRoundTripAnnotations } from "../round-trip-annotations.js";
import type * as autoscaling from "../types.js";
import { readAnnotation, readBehavior, writeBehavior } from "./annotations.js";
import type * as v1 from "./types.js";
import {
  autoConvert_autoscaling_HorizontalPodAutoscaler_To_v1_HorizontalPodAutoscaler,
  autoConvert_autoscaling_HorizontalPodAutoscalerSpec_To_v1_HorizontalPodAutoscalerSpec,
  autoConvert_autoscaling_HorizontalPodAutoscalerStatus_To_v1_HorizontalPodAutoscalerStatus,
  autoConvert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler,
  autoConvert_v1_HorizontalPodAutoscalerSpec_To_autoscaling_HorizontalPodAutoscalerSpec,
  autoConvert_v1_HorizontalPodAutoscalerStatus_To_autoscaling_HorizontalPodAutoscalerStatus,
  Convert_autoscaling_HorizontalPodAutoscalerCondition_To_v1_HorizontalPodAutoscalerCondition,
  Convert_autoscaling_MetricSpec_To_v1_MetricSpec,
  Convert_autoscaling_MetricStatus_To_v1_MetricStatus,
  Convert_v1_HorizontalPodAutoscalerCondition_To_autoscaling_HorizontalPodAutoscalerCondition,
  Convert_v1_MetricSpec_To_autoscaling_MetricSpec,
  Convert_v1_MetricStatus_To_autoscaling_MetricStatus,
} from "./zz_generated.conversion.js";
import { HorizontalPodAutoscalerConditionSchema, MetricSpecSchema, MetricStatusSchema } from "./zz_generated.schema.js";

/**
 * @file v1 has a field only for the CPU utilization. Annotations store the other metrics of the
 * hub.
 */

/**
 * +k8s:conversion-fn:keeps=spec.behavior
 * +k8s:conversion-fn:keeps=status.conditions
 */
export function Convert_autoscaling_HorizontalPodAutoscaler_To_v1_HorizontalPodAutoscaler(
  input: autoscaling.HorizontalPodAutoscaler,
  scope: ConversionScope,
): v1.HorizontalPodAutoscaler {
  const output = autoConvert_autoscaling_HorizontalPodAutoscaler_To_v1_HorizontalPodAutoscaler(input, scope);
  const kept: Record<string, string> = {};
  const { metrics = [], behavior } = input.spec;
  const { currentMetrics, conditions = [] } = input.status;
  if (metrics.some((metric) => cpuUtilizationOf(metric) === undefined)) {
    const others = metrics.filter((metric) => cpuUtilizationOf(metric) === undefined);
    kept[names.metrics] = JSON.stringify(
      others.map((metric) => Convert_autoscaling_MetricSpec_To_v1_MetricSpec(metric, scope)),
    );
  }
  if (currentMetrics.length > 0) {
    kept[names.currentMetrics] = JSON.stringify(
      currentMetrics.map((metric) => Convert_autoscaling_MetricStatus_To_v1_MetricStatus(metric, scope)),
    );
  }
  if (behavior !== undefined) kept[names.behavior] = writeBehavior(behavior);
  if (conditions.length > 0) {
    kept[names.conditions] = JSON.stringify(
      conditions.map((condition) =>
        Convert_autoscaling_HorizontalPodAutoscalerCondition_To_v1_HorizontalPodAutoscalerCondition(condition, scope),
      ),
    );
  }
  const metadata = withoutRoundTripAnnotations(output.metadata);
  if (Object.keys(kept).length === 0) return { ...output, metadata };
  return { ...output, metadata: { ...metadata, annotations: { ...metadata.annotations, ...kept } } };
}

/**
 * On the way back, the CPU utilization is in an annotation too.
 * +k8s:conversion-fn:loses=metadata
 */
export function Convert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler(
  input: v1.HorizontalPodAutoscaler,
  scope: ConversionScope,
): autoscaling.HorizontalPodAutoscaler {
  const output = autoConvert_v1_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler(input, scope);
  const { spec, status } = output;
  const annotations = input.metadata.annotations ?? {};
  const metrics = readAnnotation(MetricSpecSchema, annotations[names.metrics]) ?? [];
  spec.metrics = [
    ...metrics.map((metric) => Convert_v1_MetricSpec_To_autoscaling_MetricSpec(metric, scope)),
    ...(spec.metrics ?? []),
  ];
  // The controller of v1 had this default for objects without metrics. The default can be set only
  // after the annotations have been read, because they may contain metrics.
  if (spec.metrics.length === 0) spec.metrics = [cpuMetric(80)];
  const behavior = readBehavior(annotations[names.behavior]);
  if (behavior !== undefined) spec.behavior = behavior;
  // The annotation contains all current metrics, including the value of the status field.
  const currentMetrics = readAnnotation(MetricStatusSchema, annotations[names.currentMetrics]);
  if (currentMetrics !== undefined) {
    status.currentMetrics = currentMetrics.map((metric) =>
      Convert_v1_MetricStatus_To_autoscaling_MetricStatus(metric, scope),
    );
  }
  const conditions = readAnnotation(HorizontalPodAutoscalerConditionSchema, annotations[names.conditions]);
  if (conditions !== undefined) {
    status.conditions = conditions.map((condition) =>
      Convert_v1_HorizontalPodAutoscalerCondition_To_autoscaling_HorizontalPodAutoscalerCondition(condition, scope),
    );
  }
  return { ...output, metadata: withoutRoundTripAnnotations(output.metadata) };
}

export function Convert_autoscaling_HorizontalPodAutoscalerSpec_To_v1_HorizontalPodAutoscalerSpec(
  input: autoscaling.HorizontalPodAutoscalerSpec,
  scope: ConversionScope,
): v1.HorizontalPodAutoscalerSpec {
  const [targetCPUUtilizationPercentage] = (input.metrics ?? []).flatMap((metric) => cpuUtilizationOf(metric) ?? []);
  return autoConvert_autoscaling_HorizontalPodAutoscalerSpec_To_v1_HorizontalPodAutoscalerSpec(input, scope, {
    targetCPUUtilizationPercentage,
  });
}

export function Convert_v1_HorizontalPodAutoscalerSpec_To_autoscaling_HorizontalPodAutoscalerSpec(
  input: v1.HorizontalPodAutoscalerSpec,
  scope: ConversionScope,
): autoscaling.HorizontalPodAutoscalerSpec {
  const utilization = input.targetCPUUtilizationPercentage;
  return autoConvert_v1_HorizontalPodAutoscalerSpec_To_autoscaling_HorizontalPodAutoscalerSpec(input, scope, {
    metrics: utilization === undefined ? undefined : [cpuMetric(utilization)],
    behavior: undefined,
  });
}

export function Convert_autoscaling_HorizontalPodAutoscalerStatus_To_v1_HorizontalPodAutoscalerStatus(
  input: autoscaling.HorizontalPodAutoscalerStatus,
  scope: ConversionScope,
): v1.HorizontalPodAutoscalerStatus {
  const cpu = input.currentMetrics.filter(({ type, resource }) => type === "Resource" && resource?.name === "cpu");
  const [currentCPUUtilizationPercentage] = cpu.flatMap(({ resource }) => resource?.current.averageUtilization ?? []);
  return autoConvert_autoscaling_HorizontalPodAutoscalerStatus_To_v1_HorizontalPodAutoscalerStatus(input, scope, {
    currentCPUUtilizationPercentage,
  });
}

export function Convert_v1_HorizontalPodAutoscalerStatus_To_autoscaling_HorizontalPodAutoscalerStatus(
  input: v1.HorizontalPodAutoscalerStatus,
  scope: ConversionScope,
): autoscaling.HorizontalPodAutoscalerStatus {
  const averageUtilization = input.currentCPUUtilizationPercentage;
  return autoConvert_v1_HorizontalPodAutoscalerStatus_To_autoscaling_HorizontalPodAutoscalerStatus(input, scope, {
    currentMetrics:
      averageUtilization === undefined
        ? []
        : [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization } } }],
    conditions: undefined,
  });
}

function cpuUtilizationOf({ type, resource }: autoscaling.MetricSpec): number | undefined {
  return type === "Resource" && resource?.name === "cpu" ? resource.target.averageUtilization : undefined;
}

function cpuMetric(averageUtilization: number): autoscaling.MetricSpec {
  return { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } };
}
