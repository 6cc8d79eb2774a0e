import { bytesOfText, type ConversionScope } from "@apimachinery/runtime";
import type * as core from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_core_NodeSpec_To_v1_NodeSpec,
  autoConvert_core_PersistentVolumeSpec_To_v1_PersistentVolumeSpec,
  autoConvert_core_PodStatus_To_v1_PodStatus,
  autoConvert_v1_NodeSpec_To_core_NodeSpec,
  autoConvert_v1_PersistentVolumeSpec_To_core_PersistentVolumeSpec,
  autoConvert_v1_PodStatus_To_core_PodStatus,
  autoConvert_v1_Secret_To_core_Secret,
} from "./zz_generated.conversion.js";

/**
 * Sets the single address to the first address of the list, for clients that do not know the list.
 */
export function Convert_core_PodStatus_To_v1_PodStatus(input: core.PodStatus, scope: ConversionScope): v1.PodStatus {
  return autoConvert_core_PodStatus_To_v1_PodStatus(input, scope, { podIP: input.podIPs?.[0]?.ip });
}

/**
 * A client that changes only the single address does not know the list. The list is then replaced
 * by the single address.
 * +k8s:conversion-fn:loses=podIP
 * +k8s:conversion-fn:loses=podIPs
 */
export function Convert_v1_PodStatus_To_core_PodStatus(input: v1.PodStatus, scope: ConversionScope): core.PodStatus {
  const status = autoConvert_v1_PodStatus_To_core_PodStatus(input, scope);
  if (!input.podIP || input.podIP === input.podIPs?.[0]?.ip) return status;
  return { ...status, podIPs: [{ ip: input.podIP }] };
}

export function Convert_core_NodeSpec_To_v1_NodeSpec(input: core.NodeSpec, scope: ConversionScope): v1.NodeSpec {
  return autoConvert_core_NodeSpec_To_v1_NodeSpec(input, scope, { podCIDR: input.podCIDRs?.[0] });
}

/**
 * Same rule as for the addresses of a pod.
 * +k8s:conversion-fn:loses=podCIDR
 * +k8s:conversion-fn:loses=podCIDRs
 */
export function Convert_v1_NodeSpec_To_core_NodeSpec(input: v1.NodeSpec, scope: ConversionScope): core.NodeSpec {
  const spec = autoConvert_v1_NodeSpec_To_core_NodeSpec(input, scope);
  if (!input.podCIDR || input.podCIDR === input.podCIDRs?.[0]) return spec;
  return { ...spec, podCIDRs: [input.podCIDR] };
}

/**
 * `stringData` overrides `data`.
 * +k8s:conversion-fn:loses=stringData
 * +k8s:conversion-fn:loses=data
 */
export function Convert_v1_Secret_To_core_Secret(input: v1.Secret, scope: ConversionScope): core.Secret {
  const secret = autoConvert_v1_Secret_To_core_Secret(input, scope);
  const texts = Object.entries(input.stringData ?? {});
  if (texts.length === 0) return secret;
  const encoded = texts.map(([key, text]): [string, string] => [key, bytesOfText(text)]);
  return { ...secret, data: { ...secret.data, ...Object.fromEntries(encoded) } };
}

export function Convert_core_PersistentVolumeSpec_To_v1_PersistentVolumeSpec(
  input: core.PersistentVolumeSpec,
  scope: ConversionScope,
): v1.PersistentVolumeSpec {
  return autoConvert_core_PersistentVolumeSpec_To_v1_PersistentVolumeSpec(input, scope);
}

export function Convert_v1_PersistentVolumeSpec_To_core_PersistentVolumeSpec(
  input: v1.PersistentVolumeSpec,
  scope: ConversionScope,
): core.PersistentVolumeSpec {
  return autoConvert_v1_PersistentVolumeSpec_To_core_PersistentVolumeSpec(input, scope);
}
