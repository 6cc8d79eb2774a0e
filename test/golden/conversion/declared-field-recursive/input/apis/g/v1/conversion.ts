import type { ConversionScope } from "@apimachinery/runtime";
import type * as g from "../types.js";
import type * as v1 from "./types.js";

/**
 * +k8s:conversion-fn:loses=label
 * +k8s:conversion-fn:loses=root.name
 */
export function Convert_g_Disk_To_v1_Disk({ root }: g.Disk, _scope: ConversionScope): v1.Disk {
  return { root };
}

export function Convert_v1_Disk_To_g_Disk({ root }: v1.Disk, _scope: ConversionScope): g.Disk {
  return { root, label: "" };
}
