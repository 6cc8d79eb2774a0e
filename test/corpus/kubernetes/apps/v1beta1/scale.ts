import type { ConversionScope } from "@apimachinery/runtime";
import type * as autoscaling from "../../autoscaling/types.js";
import { labelsOf, selectorOf } from "../scale-selector.js";
import type * as v1beta1 from "./types.js";
import {
  autoConvert_autoscaling_ScaleStatus_To_v1beta1_ScaleStatus,
  autoConvert_v1beta1_ScaleStatus_To_autoscaling_ScaleStatus,
} from "./zz_generated.conversion.js";

/** This version has a second field for selectors that contain more than labels. */
export function Convert_autoscaling_ScaleStatus_To_v1beta1_ScaleStatus(
  input: autoscaling.ScaleStatus,
  scope: ConversionScope,
): v1beta1.ScaleStatus {
  return autoConvert_autoscaling_ScaleStatus_To_v1beta1_ScaleStatus(input, scope, {
    selector: labelsOf(input.selector),
    targetSelector: input.selector,
  });
}

export function Convert_v1beta1_ScaleStatus_To_autoscaling_ScaleStatus(
  input: v1beta1.ScaleStatus,
  scope: ConversionScope,
): autoscaling.ScaleStatus {
  return autoConvert_v1beta1_ScaleStatus_To_autoscaling_ScaleStatus(input, scope, {
    selector: input.targetSelector || selectorOf(input.selector),
  });
}
