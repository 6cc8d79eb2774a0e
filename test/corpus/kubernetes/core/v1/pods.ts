import { withAnnotations, type ConversionScope } from "@apimachinery/runtime";
import type * as core from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_core_Pod_To_v1_Pod,
  autoConvert_core_PodSpec_To_v1_PodSpec,
  autoConvert_core_PodTemplateSpec_To_v1_PodTemplateSpec,
  autoConvert_v1_Pod_To_core_Pod,
  autoConvert_v1_PodSpec_To_core_PodSpec,
  autoConvert_v1_PodTemplateSpec_To_core_PodTemplateSpec,
} from "./zz_generated.conversion.js";

/**
 * Removes the annotations that contained init containers before the field for them existed. Old
 * kubelets would still read these annotations.
 */
const noInitContainers = {
  "pod.alpha.kubernetes.io/init-containers": undefined,
  "pod.beta.kubernetes.io/init-containers": undefined,
  "pod.alpha.kubernetes.io/init-container-statuses": undefined,
  "pod.beta.kubernetes.io/init-container-statuses": undefined,
};

export function Convert_core_Pod_To_v1_Pod(input: core.Pod, scope: ConversionScope): v1.Pod {
  const pod = autoConvert_core_Pod_To_v1_Pod(input, scope);
  return { ...pod, metadata: withAnnotations(pod.metadata, noInitContainers) };
}

export function Convert_v1_Pod_To_core_Pod(input: v1.Pod, scope: ConversionScope): core.Pod {
  const pod = autoConvert_v1_Pod_To_core_Pod(input, scope);
  return { ...pod, metadata: withAnnotations(pod.metadata, noInitContainers) };
}

export function Convert_core_PodTemplateSpec_To_v1_PodTemplateSpec(
  input: core.PodTemplateSpec,
  scope: ConversionScope,
): v1.PodTemplateSpec {
  const template = autoConvert_core_PodTemplateSpec_To_v1_PodTemplateSpec(input, scope);
  return { ...template, metadata: withAnnotations(template.metadata, noInitContainers) };
}

export function Convert_v1_PodTemplateSpec_To_core_PodTemplateSpec(
  input: v1.PodTemplateSpec,
  scope: ConversionScope,
): core.PodTemplateSpec {
  const template = autoConvert_v1_PodTemplateSpec_To_core_PodTemplateSpec(input, scope);
  return { ...template, metadata: withAnnotations(template.metadata, noInitContainers) };
}

/**
 * In the hub, the security context has the settings that a pod shares with its host.
 * +k8s:conversion-fn:keeps=securityContext.hostNetwork
 * +k8s:conversion-fn:keeps=securityContext.hostPID
 * +k8s:conversion-fn:keeps=securityContext.hostIPC
 * +k8s:conversion-fn:keeps=securityContext.shareProcessNamespace
 * +k8s:conversion-fn:keeps=securityContext.hostUsers
 */
export function Convert_core_PodSpec_To_v1_PodSpec(input: core.PodSpec, scope: ConversionScope): v1.PodSpec {
  const host = input.securityContext;
  return autoConvert_core_PodSpec_To_v1_PodSpec(input, scope, {
    serviceAccount: input.serviceAccountName,
    hostNetwork: host?.hostNetwork,
    hostPID: host?.hostPID,
    hostIPC: host?.hostIPC,
    shareProcessNamespace: host?.shareProcessNamespace,
    hostUsers: host?.hostUsers,
  });
}

/**
 * The hub always has a security context, and only one field for the service account.
 * +k8s:conversion-fn:loses=securityContext
 * +k8s:conversion-fn:loses=hostNetwork
 * +k8s:conversion-fn:loses=hostPID
 * +k8s:conversion-fn:loses=hostIPC
 * +k8s:conversion-fn:loses=serviceAccount
 * +k8s:conversion-fn:loses=serviceAccountName
 */
export function Convert_v1_PodSpec_To_core_PodSpec(input: v1.PodSpec, scope: ConversionScope): core.PodSpec {
  const spec = autoConvert_v1_PodSpec_To_core_PodSpec(input, scope);
  const host: core.PodSecurityContext = {
    ...spec.securityContext,
    hostNetwork: input.hostNetwork ?? false,
    hostPID: input.hostPID ?? false,
    hostIPC: input.hostIPC ?? false,
  };
  if (input.shareProcessNamespace !== undefined) host.shareProcessNamespace = input.shareProcessNamespace;
  if (input.hostUsers !== undefined) host.hostUsers = input.hostUsers;
  return { ...spec, serviceAccountName: input.serviceAccountName || input.serviceAccount || "", securityContext: host };
}
