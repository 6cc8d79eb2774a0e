import type { ConversionScope } from "@apimachinery/runtime";
import type * as apps from "../../apps/types.js";
import {
  Convert_core_PodTemplateSpec_To_v1_PodTemplateSpec,
  Convert_v1_PodTemplateSpec_To_core_PodTemplateSpec,
} from "./pods.js";
import type * as v1 from "./types.js";

/**
 * @file Converts replication controllers to replica sets, for controllers that support only replica
 * sets.
 */

export function Convert_v1_ReplicationController_To_apps_ReplicaSet(
  input: v1.ReplicationController,
  scope: ConversionScope,
): apps.ReplicaSet {
  return {
    apiVersion: "apps/__internal",
    kind: "ReplicaSet",
    metadata: input.metadata,
    spec: Convert_v1_ReplicationControllerSpec_To_apps_ReplicaSetSpec(input.spec, scope),
    status: Convert_v1_ReplicationControllerStatus_To_apps_ReplicaSetStatus(input.status, scope),
  };
}

export function Convert_v1_ReplicationControllerSpec_To_apps_ReplicaSetSpec(
  input: v1.ReplicationControllerSpec,
  scope: ConversionScope,
): apps.ReplicaSetSpec {
  const spec: apps.ReplicaSetSpec = {
    replicas: input.replicas ?? 0,
    minReadySeconds: input.minReadySeconds ?? 0,
    template: Convert_v1_PodTemplateSpec_To_core_PodTemplateSpec(
      input.template ?? { metadata: {}, spec: { containers: [] } },
      scope,
    ),
  };
  if (input.selector !== undefined) spec.selector = { matchLabels: input.selector };
  return spec;
}

export function Convert_v1_ReplicationControllerStatus_To_apps_ReplicaSetStatus(
  input: v1.ReplicationControllerStatus,
  _scope: ConversionScope,
): apps.ReplicaSetStatus {
  const status: apps.ReplicaSetStatus = {
    replicas: input.replicas,
    fullyLabeledReplicas: input.fullyLabeledReplicas ?? 0,
    readyReplicas: input.readyReplicas ?? 0,
    availableReplicas: input.availableReplicas ?? 0,
    observedGeneration: input.observedGeneration ?? 0,
  };
  const conditions = input.conditions?.map(({ reason = "", message = "", ...condition }) => ({
    ...condition,
    reason,
    message,
  }));
  if (conditions !== undefined) status.conditions = conditions;
  return status;
}

/**
 * If the selector contains more than labels, an annotation stores it, because a replication
 * controller has no field for such a selector.
 */
export function Convert_apps_ReplicaSet_To_v1_ReplicationController(
  input: apps.ReplicaSet,
  scope: ConversionScope,
): v1.ReplicationController {
  const expressions = input.spec.selector?.matchExpressions ?? [];
  const lost = { "non-convertible.kubernetes.io/spec.selector": JSON.stringify(expressions) };
  return {
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata:
      expressions.length === 0
        ? input.metadata
        : { ...input.metadata, annotations: { ...input.metadata.annotations, ...lost } },
    spec: Convert_apps_ReplicaSetSpec_To_v1_ReplicationControllerSpec(input.spec, scope),
    status: Convert_apps_ReplicaSetStatus_To_v1_ReplicationControllerStatus(input.status, scope),
  };
}

export function Convert_apps_ReplicaSetSpec_To_v1_ReplicationControllerSpec(
  input: apps.ReplicaSetSpec,
  scope: ConversionScope,
): v1.ReplicationControllerSpec {
  const spec: v1.ReplicationControllerSpec = { replicas: input.replicas };
  if (input.minReadySeconds !== 0) spec.minReadySeconds = input.minReadySeconds;
  if (input.selector?.matchLabels !== undefined) spec.selector = input.selector.matchLabels;
  spec.template = Convert_core_PodTemplateSpec_To_v1_PodTemplateSpec(input.template, scope);
  return spec;
}

export function Convert_apps_ReplicaSetStatus_To_v1_ReplicationControllerStatus(
  input: apps.ReplicaSetStatus,
  _scope: ConversionScope,
): v1.ReplicationControllerStatus {
  const status: v1.ReplicationControllerStatus = { replicas: input.replicas };
  if (input.fullyLabeledReplicas !== 0) status.fullyLabeledReplicas = input.fullyLabeledReplicas;
  if (input.readyReplicas !== 0) status.readyReplicas = input.readyReplicas;
  if (input.availableReplicas !== 0) status.availableReplicas = input.availableReplicas;
  if (input.observedGeneration !== 0) status.observedGeneration = input.observedGeneration;
  if (input.conditions !== undefined) status.conditions = input.conditions;
  return status;
}
