import type { ConversionScope } from "@apimachinery/runtime";
import type * as apps from "../types.js";
import type * as v1beta1 from "./types.js";
import {
  autoConvert_apps_StatefulSetSpec_To_v1beta1_StatefulSetSpec,
  autoConvert_v1beta1_StatefulSetSpec_To_apps_StatefulSetSpec,
} from "./zz_generated.conversion.js";

/** Volume claims always get an apiVersion and kind. */
export function Convert_apps_StatefulSetSpec_To_v1beta1_StatefulSetSpec(
  input: apps.StatefulSetSpec,
  scope: ConversionScope,
): v1beta1.StatefulSetSpec {
  const output = autoConvert_apps_StatefulSetSpec_To_v1beta1_StatefulSetSpec(input, scope);
  if (output.volumeClaimTemplates === undefined) return output;
  const claims = output.volumeClaimTemplates.map((claim) => ({
    ...claim,
    apiVersion: "v1" as const,
    kind: "PersistentVolumeClaim" as const,
  }));
  return { ...output, volumeClaimTemplates: claims };
}

/**
 * In the hub, volume claims have no apiVersion and kind.
 * +k8s:conversion-fn:loses=volumeClaimTemplates
 */
export function Convert_v1beta1_StatefulSetSpec_To_apps_StatefulSetSpec(
  input: v1beta1.StatefulSetSpec,
  scope: ConversionScope,
): apps.StatefulSetSpec {
  const output = autoConvert_v1beta1_StatefulSetSpec_To_apps_StatefulSetSpec(input, scope);
  if (output.volumeClaimTemplates === undefined) return output;
  const claims = output.volumeClaimTemplates.map(({ apiVersion: _apiVersion, kind: _kind, ...claim }) => claim);
  return { ...output, volumeClaimTemplates: claims };
}
