import type { ConversionScope } from "@apimachinery/runtime";
import type * as core from "../types.js";
import type * as v1 from "./types.js";

/**
 * Copies the quantities unchanged.
 *
 * +k8s:conversion-fn=copy-only
 */
export function Convert_v1_ResourceList_To_core_ResourceList(
  input: v1.ResourceList,
  _scope: ConversionScope,
): core.ResourceList {
  return { ...input };
}
