import type { ConversionScope } from "@apimachinery/runtime";
import type * as autoscaling from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_autoscaling_ContainerResourceMetricSource_To_v1_ContainerResourceMetricSource,
  autoConvert_autoscaling_ExternalMetricSource_To_v1_ExternalMetricSource,
  autoConvert_autoscaling_ObjectMetricSource_To_v1_ObjectMetricSource,
  autoConvert_autoscaling_PodsMetricSource_To_v1_PodsMetricSource,
  autoConvert_autoscaling_ResourceMetricSource_To_v1_ResourceMetricSource,
  autoConvert_v1_ContainerResourceMetricSource_To_autoscaling_ContainerResourceMetricSource,
  autoConvert_v1_ExternalMetricSource_To_autoscaling_ExternalMetricSource,
  autoConvert_v1_ObjectMetricSource_To_autoscaling_ObjectMetricSource,
  autoConvert_v1_PodsMetricSource_To_autoscaling_PodsMetricSource,
  autoConvert_v1_ResourceMetricSource_To_autoscaling_ResourceMetricSource,
  Convert_autoscaling_CrossVersionObjectReference_To_v1_CrossVersionObjectReference,
  Convert_v1_CrossVersionObjectReference_To_autoscaling_CrossVersionObjectReference,
} from "./zz_generated.conversion.js";

/**
 * @file Converts targets of metrics. The hub has one field for the target; v1 has a field for each
 * type of target.
 */

/**
 * `target` is an object reference in v1 and a value in the hub. The two fields are not converted
 * into each other.
 */
export function Convert_autoscaling_MetricTarget_To_v1_CrossVersionObjectReference(
  _input: autoscaling.MetricTarget,
  _scope: ConversionScope,
): v1.CrossVersionObjectReference {
  return { kind: "", name: "" };
}

export function Convert_v1_CrossVersionObjectReference_To_autoscaling_MetricTarget(
  _input: v1.CrossVersionObjectReference,
  _scope: ConversionScope,
): autoscaling.MetricTarget {
  return { type: "" };
}

export function Convert_autoscaling_ObjectMetricSource_To_v1_ObjectMetricSource(
  input: autoscaling.ObjectMetricSource,
  scope: ConversionScope,
): v1.ObjectMetricSource {
  const output = autoConvert_autoscaling_ObjectMetricSource_To_v1_ObjectMetricSource(input, scope, {
    metricName: input.metric.name,
    selector: input.metric.selector,
    targetValue: input.target.value ?? "0",
    averageValue: input.target.averageValue,
  });
  const target = Convert_autoscaling_CrossVersionObjectReference_To_v1_CrossVersionObjectReference(
    input.describedObject,
    scope,
  );
  return { ...output, target };
}

export function Convert_v1_ObjectMetricSource_To_autoscaling_ObjectMetricSource(
  input: v1.ObjectMetricSource,
  scope: ConversionScope,
): autoscaling.ObjectMetricSource {
  const { metricName, selector, targetValue, averageValue } = input;
  const output = autoConvert_v1_ObjectMetricSource_To_autoscaling_ObjectMetricSource(input, scope, {
    describedObject: Convert_v1_CrossVersionObjectReference_To_autoscaling_CrossVersionObjectReference(
      input.target,
      scope,
    ),
    metric: identifier(metricName, selector),
  });
  const type = averageValue === undefined ? "Value" : "AverageValue";
  return { ...output, target: target({ type, value: targetValue, averageValue }) };
}

export function Convert_autoscaling_PodsMetricSource_To_v1_PodsMetricSource(
  input: autoscaling.PodsMetricSource,
  scope: ConversionScope,
): v1.PodsMetricSource {
  return autoConvert_autoscaling_PodsMetricSource_To_v1_PodsMetricSource(input, scope, {
    metricName: input.metric.name,
    selector: input.metric.selector,
    targetAverageValue: input.target.averageValue ?? "0",
  });
}

export function Convert_v1_PodsMetricSource_To_autoscaling_PodsMetricSource(
  input: v1.PodsMetricSource,
  scope: ConversionScope,
): autoscaling.PodsMetricSource {
  return autoConvert_v1_PodsMetricSource_To_autoscaling_PodsMetricSource(input, scope, {
    metric: identifier(input.metricName, input.selector),
    target: { type: "AverageValue", averageValue: input.targetAverageValue },
  });
}

export function Convert_autoscaling_ResourceMetricSource_To_v1_ResourceMetricSource(
  input: autoscaling.ResourceMetricSource,
  scope: ConversionScope,
): v1.ResourceMetricSource {
  return autoConvert_autoscaling_ResourceMetricSource_To_v1_ResourceMetricSource(input, scope, {
    targetAverageUtilization: input.target.averageUtilization,
    targetAverageValue: input.target.averageValue,
  });
}

export function Convert_v1_ResourceMetricSource_To_autoscaling_ResourceMetricSource(
  input: v1.ResourceMetricSource,
  scope: ConversionScope,
): autoscaling.ResourceMetricSource {
  return autoConvert_v1_ResourceMetricSource_To_autoscaling_ResourceMetricSource(input, scope, {
    target: resourceTarget(input.targetAverageUtilization, input.targetAverageValue),
  });
}

export function Convert_autoscaling_ContainerResourceMetricSource_To_v1_ContainerResourceMetricSource(
  input: autoscaling.ContainerResourceMetricSource,
  scope: ConversionScope,
): v1.ContainerResourceMetricSource {
  return autoConvert_autoscaling_ContainerResourceMetricSource_To_v1_ContainerResourceMetricSource(input, scope, {
    targetAverageUtilization: input.target.averageUtilization,
    targetAverageValue: input.target.averageValue,
  });
}

export function Convert_v1_ContainerResourceMetricSource_To_autoscaling_ContainerResourceMetricSource(
  input: v1.ContainerResourceMetricSource,
  scope: ConversionScope,
): autoscaling.ContainerResourceMetricSource {
  return autoConvert_v1_ContainerResourceMetricSource_To_autoscaling_ContainerResourceMetricSource(input, scope, {
    target: resourceTarget(input.targetAverageUtilization, input.targetAverageValue),
  });
}

export function Convert_autoscaling_ExternalMetricSource_To_v1_ExternalMetricSource(
  input: autoscaling.ExternalMetricSource,
  scope: ConversionScope,
): v1.ExternalMetricSource {
  return autoConvert_autoscaling_ExternalMetricSource_To_v1_ExternalMetricSource(input, scope, {
    metricName: input.metric.name,
    metricSelector: input.metric.selector,
    targetValue: input.target.value,
    targetAverageValue: input.target.averageValue,
  });
}

export function Convert_v1_ExternalMetricSource_To_autoscaling_ExternalMetricSource(
  input: v1.ExternalMetricSource,
  scope: ConversionScope,
): autoscaling.ExternalMetricSource {
  const { metricName, metricSelector, targetValue, targetAverageValue } = input;
  const type = targetValue === undefined ? "AverageValue" : "Value";
  return autoConvert_v1_ExternalMetricSource_To_autoscaling_ExternalMetricSource(input, scope, {
    metric: identifier(metricName, metricSelector),
    target: target({ type, value: targetValue, averageValue: targetAverageValue }),
  });
}

function identifier(
  name: string,
  selector: autoscaling.MetricIdentifier["selector"] | undefined,
): autoscaling.MetricIdentifier {
  return selector === undefined ? { name } : { name, selector };
}

function resourceTarget(
  averageUtilization: number | undefined,
  averageValue: string | undefined,
): autoscaling.MetricTarget {
  return target({
    type: averageUtilization === undefined ? "AverageValue" : "Utilization",
    averageUtilization,
    averageValue,
  });
}

type Given<T> = { readonly [K in keyof T]: T[K] | undefined };

/** Returns a copy of the target without the fields whose value is undefined. */
function target({
  type = "",
  value,
  averageValue,
  averageUtilization,
}: Given<autoscaling.MetricTarget>): autoscaling.MetricTarget {
  const out: autoscaling.MetricTarget = { type };
  if (value !== undefined) out.value = value;
  if (averageValue !== undefined) out.averageValue = averageValue;
  if (averageUtilization !== undefined) out.averageUtilization = averageUtilization;
  return out;
}
