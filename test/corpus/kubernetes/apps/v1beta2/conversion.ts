import type { ConversionScope } from "@apimachinery/runtime";
import { numberOf, rollbackTo, templateGeneration, withNumber } from "../deprecated-annotations.js";
import type * as apps from "../types.js";
import type * as v1beta2 from "./types.js";
import {
  autoConvert_apps_DaemonSet_To_v1beta2_DaemonSet,
  autoConvert_apps_DaemonSetSpec_To_v1beta2_DaemonSetSpec,
  autoConvert_apps_Deployment_To_v1beta2_Deployment,
  autoConvert_apps_DeploymentSpec_To_v1beta2_DeploymentSpec,
  autoConvert_apps_StatefulSetSpec_To_v1beta2_StatefulSetSpec,
  autoConvert_v1beta2_DaemonSet_To_apps_DaemonSet,
  autoConvert_v1beta2_Deployment_To_apps_Deployment,
  autoConvert_v1beta2_StatefulSetSpec_To_apps_StatefulSetSpec,
} from "./zz_generated.conversion.js";

/** +k8s:conversion-fn:keeps=spec.rollbackTo */
export function Convert_apps_Deployment_To_v1beta2_Deployment(
  input: apps.Deployment,
  scope: ConversionScope,
): v1beta2.Deployment {
  const output = autoConvert_apps_Deployment_To_v1beta2_Deployment(input, scope);
  return { ...output, metadata: withNumber(output.metadata, rollbackTo, input.spec.rollbackTo?.revision) };
}

export function Convert_v1beta2_Deployment_To_apps_Deployment(
  input: v1beta2.Deployment,
  scope: ConversionScope,
): apps.Deployment {
  const output = autoConvert_v1beta2_Deployment_To_apps_Deployment(input, scope);
  const revision = numberOf(input.metadata, rollbackTo);
  const spec = revision === undefined ? output.spec : { ...output.spec, rollbackTo: { revision } };
  return { ...output, spec, metadata: withNumber(output.metadata, rollbackTo, undefined) };
}

/** The function for the whole object stores input.rollbackTo in an annotation. */
export function Convert_apps_DeploymentSpec_To_v1beta2_DeploymentSpec(
  input: apps.DeploymentSpec,
  scope: ConversionScope,
): v1beta2.DeploymentSpec {
  return autoConvert_apps_DeploymentSpec_To_v1beta2_DeploymentSpec(input, scope);
}

/** +k8s:conversion-fn:keeps=spec.templateGeneration */
export function Convert_apps_DaemonSet_To_v1beta2_DaemonSet(
  input: apps.DaemonSet,
  scope: ConversionScope,
): v1beta2.DaemonSet {
  const output = autoConvert_apps_DaemonSet_To_v1beta2_DaemonSet(input, scope);
  return { ...output, metadata: withNumber(output.metadata, templateGeneration, input.spec.templateGeneration) };
}

export function Convert_v1beta2_DaemonSet_To_apps_DaemonSet(
  input: v1beta2.DaemonSet,
  scope: ConversionScope,
): apps.DaemonSet {
  const output = autoConvert_v1beta2_DaemonSet_To_apps_DaemonSet(input, scope);
  const spec = { ...output.spec, templateGeneration: numberOf(input.metadata, templateGeneration) ?? 0 };
  return { ...output, spec, metadata: withNumber(output.metadata, templateGeneration, undefined) };
}

/** The function for the whole object stores input.templateGeneration in an annotation. */
export function Convert_apps_DaemonSetSpec_To_v1beta2_DaemonSetSpec(
  input: apps.DaemonSetSpec,
  scope: ConversionScope,
): v1beta2.DaemonSetSpec {
  return autoConvert_apps_DaemonSetSpec_To_v1beta2_DaemonSetSpec(input, scope);
}

/** Volume claims always get an apiVersion and kind. */
export function Convert_apps_StatefulSetSpec_To_v1beta2_StatefulSetSpec(
  input: apps.StatefulSetSpec,
  scope: ConversionScope,
): v1beta2.StatefulSetSpec {
  const output = autoConvert_apps_StatefulSetSpec_To_v1beta2_StatefulSetSpec(input, scope);
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
export function Convert_v1beta2_StatefulSetSpec_To_apps_StatefulSetSpec(
  input: v1beta2.StatefulSetSpec,
  scope: ConversionScope,
): apps.StatefulSetSpec {
  const output = autoConvert_v1beta2_StatefulSetSpec_To_apps_StatefulSetSpec(input, scope);
  if (output.volumeClaimTemplates === undefined) return output;
  const claims = output.volumeClaimTemplates.map(({ apiVersion: _apiVersion, kind: _kind, ...claim }) => claim);
  return { ...output, volumeClaimTemplates: claims };
}
