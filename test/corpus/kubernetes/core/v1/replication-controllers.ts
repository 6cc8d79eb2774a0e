import type { ConversionScope } from "@apimachinery/runtime";
import type * as core from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_core_ReplicationControllerSpec_To_v1_ReplicationControllerSpec,
  autoConvert_v1_ReplicationControllerSpec_To_core_ReplicationControllerSpec,
} from "./zz_generated.conversion.js";

export function Convert_core_ReplicationControllerSpec_To_v1_ReplicationControllerSpec(
  input: core.ReplicationControllerSpec,
  scope: ConversionScope,
): v1.ReplicationControllerSpec {
  return autoConvert_core_ReplicationControllerSpec_To_v1_ReplicationControllerSpec(input, scope);
}

export function Convert_v1_ReplicationControllerSpec_To_core_ReplicationControllerSpec(
  input: v1.ReplicationControllerSpec,
  scope: ConversionScope,
): core.ReplicationControllerSpec {
  return autoConvert_v1_ReplicationControllerSpec_To_core_ReplicationControllerSpec(input, scope);
}
