import { defined, type ConversionScope } from "@apimachinery/runtime";
import type * as node from "../types.js";
import type * as v1alpha1 from "./types.js";
import {
  autoConvert_node_RuntimeClass_To_v1alpha1_RuntimeClass,
  autoConvert_v1alpha1_RuntimeClass_To_node_RuntimeClass,
  Convert_node_Overhead_To_v1alpha1_Overhead,
  Convert_node_Scheduling_To_v1alpha1_Scheduling,
  Convert_v1alpha1_Overhead_To_node_Overhead,
  Convert_v1alpha1_Scheduling_To_node_Scheduling,
} from "./zz_generated.conversion.js";

/** v1alpha1 has the fields in a spec, later versions on the top level. */
export function Convert_v1alpha1_RuntimeClass_To_node_RuntimeClass(
  input: v1alpha1.RuntimeClass,
  scope: ConversionScope,
): node.RuntimeClass {
  const { runtimeHandler, overhead, scheduling } = input.spec;
  return autoConvert_v1alpha1_RuntimeClass_To_node_RuntimeClass(input, scope, {
    handler: runtimeHandler,
    overhead: overhead && Convert_v1alpha1_Overhead_To_node_Overhead(overhead, scope),
    scheduling: scheduling && Convert_v1alpha1_Scheduling_To_node_Scheduling(scheduling, scope),
  });
}

export function Convert_node_RuntimeClass_To_v1alpha1_RuntimeClass(
  input: node.RuntimeClass,
  scope: ConversionScope,
): v1alpha1.RuntimeClass {
  const { handler, overhead, scheduling } = input;
  const spec: v1alpha1.RuntimeClassSpec = defined({
    runtimeHandler: handler,
    overhead: overhead && Convert_node_Overhead_To_v1alpha1_Overhead(overhead, scope),
    scheduling: scheduling && Convert_node_Scheduling_To_v1alpha1_Scheduling(scheduling, scope),
  });
  return autoConvert_node_RuntimeClass_To_v1alpha1_RuntimeClass(input, scope, { spec });
}
