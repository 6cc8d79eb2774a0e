import type { ConversionScope } from "@apimachinery/runtime";
import { withoutRoundTripAnnotations } from "../round-trip-annotations.js";
import type * as autoscaling from "../types.js";
import type * as v2 from "./types.js";
import {
  autoConvert_autoscaling_HorizontalPodAutoscaler_To_v2_HorizontalPodAutoscaler,
  autoConvert_v2_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler,
} from "./zz_generated.conversion.js";

/** v2 has fields for the values that v1 stores in annotations, so these annotations are removed. */
export function Convert_autoscaling_HorizontalPodAutoscaler_To_v2_HorizontalPodAutoscaler(
  input: autoscaling.HorizontalPodAutoscaler,
  scope: ConversionScope,
): v2.HorizontalPodAutoscaler {
  const output = autoConvert_autoscaling_HorizontalPodAutoscaler_To_v2_HorizontalPodAutoscaler(input, scope);
  return { ...output, metadata: withoutRoundTripAnnotations(output.metadata) };
}

export function Convert_v2_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler(
  input: v2.HorizontalPodAutoscaler,
  scope: ConversionScope,
): autoscaling.HorizontalPodAutoscaler {
  const output = autoConvert_v2_HorizontalPodAutoscaler_To_autoscaling_HorizontalPodAutoscaler(input, scope);
  return { ...output, metadata: withoutRoundTripAnnotations(output.metadata) };
}
