import { orDefault } from "@apimachinery/runtime";
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from "./types.js";

export function SetDefaults_Deployment({ spec }: Deployment): void {
  spec.replicas ??= 1;
  spec.strategy.type = orDefault(spec.strategy.type, "RollingUpdate");
  if (spec.strategy.type === "RollingUpdate")
    spec.strategy.rollingUpdate = { maxUnavailable: "25%", maxSurge: "25%", ...spec.strategy.rollingUpdate };
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
}

export function SetDefaults_DaemonSet({ spec }: DaemonSet): void {
  spec.updateStrategy.type = orDefault(spec.updateStrategy.type, "RollingUpdate");
  if (spec.updateStrategy.type === "RollingUpdate")
    spec.updateStrategy.rollingUpdate = { maxUnavailable: 1, maxSurge: 0, ...spec.updateStrategy.rollingUpdate };
  spec.revisionHistoryLimit ??= 10;
}

export function SetDefaults_StatefulSet({ spec }: StatefulSet): void {
  spec.podManagementPolicy = orDefault(spec.podManagementPolicy, "OrderedReady");
  const { updateStrategy } = spec;
  if (!updateStrategy.type) {
    updateStrategy.type = "RollingUpdate";
    updateStrategy.rollingUpdate ??= {};
  }
  if (updateStrategy.type === "RollingUpdate" && updateStrategy.rollingUpdate !== undefined) {
    updateStrategy.rollingUpdate.partition ??= 0;
    updateStrategy.rollingUpdate.maxUnavailable ??= 1;
  }
  const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {});
  retention.whenDeleted ||= "Retain";
  retention.whenScaled ||= "Retain";
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
}

export function SetDefaults_ReplicaSet({ spec }: ReplicaSet): void {
  spec.replicas ??= 1;
}
