import type { ConversionScope } from "@apimachinery/runtime";
import type * as autoscaling from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_autoscaling_ContainerResourceMetricStatus_To_v1_ContainerResourceMetricStatus,
  autoConvert_autoscaling_ExternalMetricStatus_To_v1_ExternalMetricStatus,
  autoConvert_autoscaling_ObjectMetricStatus_To_v1_ObjectMetricStatus,
  autoConvert_autoscaling_PodsMetricStatus_To_v1_PodsMetricStatus,
  autoConvert_autoscaling_ResourceMetricStatus_To_v1_ResourceMetricStatus,
  autoConvert_v1_ContainerResourceMetricStatus_To_autoscaling_ContainerResourceMetricStatus,
  autoConvert_v1_ExternalMetricStatus_To_autoscaling_ExternalMetricStatus,
  autoConvert_v1_ObjectMetricStatus_To_autoscaling_ObjectMetricStatus,
  autoConvert_v1_PodsMetricStatus_To_autoscaling_PodsMetricStatus,
  autoConvert_v1_ResourceMetricStatus_To_autoscaling_ResourceMetricStatus,
  Convert_autoscaling_CrossVersionObjectReference_To_v1_CrossVersionObjectReference,
  Convert_v1_CrossVersionObjectReference_To_autoscaling_CrossVersionObjectReference,
} from "./zz_generated.conversion.js";

/**
 * @file Converts the latest values of metrics. The hub has one field for the value; v1 has a field
 * for each type of value.
 */

export function Convert_autoscaling_ObjectMetricStatus_To_v1_ObjectMetricStatus(
  input: autoscaling.ObjectMetricStatus,
  scope: ConversionScope,
): v1.ObjectMetricStatus {
  return autoConvert_autoscaling_ObjectMetricStatus_To_v1_ObjectMetricStatus(input, scope, {
    target: Convert_autoscaling_CrossVersionObjectReference_To_v1_CrossVersionObjectReference(
      input.describedObject,
      scope,
    ),
    metricName: input.metric.name,
    selector: input.metric.selector,
    currentValue: input.current.value ?? "0",
    averageValue: input.current.averageValue,
  });
}

export function Convert_v1_ObjectMetricStatus_To_autoscaling_ObjectMetricStatus(
  input: v1.ObjectMetricStatus,
  scope: ConversionScope,
): autoscaling.ObjectMetricStatus {
  const { metricName, selector, currentValue, averageValue } = input;
  return autoConvert_v1_ObjectMetricStatus_To_autoscaling_ObjectMetricStatus(input, scope, {
    describedObject: Convert_v1_CrossVersionObjectReference_To_autoscaling_CrossVersionObjectReference(
      input.target,
      scope,
    ),
    metric: selector === undefined ? { name: metricName } : { name: metricName, selector },
    current: averageValue === undefined ? { value: currentValue } : { value: currentValue, averageValue },
  });
}

export function Convert_autoscaling_PodsMetricStatus_To_v1_PodsMetricStatus(
  input: autoscaling.PodsMetricStatus,
  scope: ConversionScope,
): v1.PodsMetricStatus {
  return autoConvert_autoscaling_PodsMetricStatus_To_v1_PodsMetricStatus(input, scope, {
    metricName: input.metric.name,
    selector: input.metric.selector,
    currentAverageValue: input.current.averageValue ?? "0",
  });
}

export function Convert_v1_PodsMetricStatus_To_autoscaling_PodsMetricStatus(
  input: v1.PodsMetricStatus,
  scope: ConversionScope,
): autoscaling.PodsMetricStatus {
  const { metricName, selector, currentAverageValue } = input;
  return autoConvert_v1_PodsMetricStatus_To_autoscaling_PodsMetricStatus(input, scope, {
    metric: selector === undefined ? { name: metricName } : { name: metricName, selector },
    current: { averageValue: currentAverageValue },
  });
}

export function Convert_autoscaling_ResourceMetricStatus_To_v1_ResourceMetricStatus(
  input: autoscaling.ResourceMetricStatus,
  scope: ConversionScope,
): v1.ResourceMetricStatus {
  return autoConvert_autoscaling_ResourceMetricStatus_To_v1_ResourceMetricStatus(input, scope, {
    currentAverageUtilization: input.current.averageUtilization,
    currentAverageValue: input.current.averageValue ?? "0",
  });
}

export function Convert_v1_ResourceMetricStatus_To_autoscaling_ResourceMetricStatus(
  input: v1.ResourceMetricStatus,
  scope: ConversionScope,
): autoscaling.ResourceMetricStatus {
  return autoConvert_v1_ResourceMetricStatus_To_autoscaling_ResourceMetricStatus(input, scope, {
    current: resourceValue(input.currentAverageUtilization, input.currentAverageValue),
  });
}

export function Convert_autoscaling_ContainerResourceMetricStatus_To_v1_ContainerResourceMetricStatus(
  input: autoscaling.ContainerResourceMetricStatus,
  scope: ConversionScope,
): v1.ContainerResourceMetricStatus {
  return autoConvert_autoscaling_ContainerResourceMetricStatus_To_v1_ContainerResourceMetricStatus(input, scope, {
    currentAverageUtilization: input.current.averageUtilization,
    currentAverageValue: input.current.averageValue ?? "0",
  });
}

export function Convert_v1_ContainerResourceMetricStatus_To_autoscaling_ContainerResourceMetricStatus(
  input: v1.ContainerResourceMetricStatus,
  scope: ConversionScope,
): autoscaling.ContainerResourceMetricStatus {
  return autoConvert_v1_ContainerResourceMetricStatus_To_autoscaling_ContainerResourceMetricStatus(input, scope, {
    current: resourceValue(input.currentAverageUtilization, input.currentAverageValue),
  });
}

export function Convert_autoscaling_ExternalMetricStatus_To_v1_ExternalMetricStatus(
  input: autoscaling.ExternalMetricStatus,
  scope: ConversionScope,
): v1.ExternalMetricStatus {
  return autoConvert_autoscaling_ExternalMetricStatus_To_v1_ExternalMetricStatus(input, scope, {
    metricName: input.metric.name,
    metricSelector: input.metric.selector,
    currentValue: input.current.value ?? "0",
    currentAverageValue: input.current.averageValue,
  });
}

export function Convert_v1_ExternalMetricStatus_To_autoscaling_ExternalMetricStatus(
  input: v1.ExternalMetricStatus,
  scope: ConversionScope,
): autoscaling.ExternalMetricStatus {
  const { metricName, metricSelector, currentValue, currentAverageValue } = input;
  return autoConvert_v1_ExternalMetricStatus_To_autoscaling_ExternalMetricStatus(input, scope, {
    metric: metricSelector === undefined ? { name: metricName } : { name: metricName, selector: metricSelector },
    current:
      currentAverageValue === undefined
        ? { value: currentValue }
        : { value: currentValue, averageValue: currentAverageValue },
  });
}

function resourceValue(averageUtilization: number | undefined, averageValue: string): autoscaling.MetricValueStatus {
  return averageUtilization === undefined ? { averageValue } : { averageValue, averageUtilization };
}
