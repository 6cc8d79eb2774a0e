import type { ConversionScope } from "@apimachinery/runtime";
import type * as batch from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_batch_JobSpec_To_v1_JobSpec,
  autoConvert_v1_JobSpec_To_batch_JobSpec,
} from "./zz_generated.conversion.js";

export function Convert_batch_JobSpec_To_v1_JobSpec(input: batch.JobSpec, scope: ConversionScope): v1.JobSpec {
  return autoConvert_batch_JobSpec_To_v1_JobSpec(input, scope);
}

export function Convert_v1_JobSpec_To_batch_JobSpec(input: v1.JobSpec, scope: ConversionScope): batch.JobSpec {
  return autoConvert_v1_JobSpec_To_batch_JobSpec(input, scope);
}
