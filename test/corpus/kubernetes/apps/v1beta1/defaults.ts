import { orDefault } from "@apimachinery/runtime";
import type { Deployment, StatefulSet } from "./types.js";

export function SetDefaults_StatefulSet(obj: StatefulSet): void {
  const { spec } = obj;
  spec.podManagementPolicy = orDefault(spec.podManagementPolicy, "OrderedReady");
  spec.updateStrategy.type = orDefault(spec.updateStrategy.type, "OnDelete");
  setLabels(obj);
  const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {});
  retention.whenDeleted ||= "Retain";
  retention.whenScaled ||= "Retain";
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  if (spec.updateStrategy.type === "RollingUpdate" && spec.updateStrategy.rollingUpdate !== undefined) {
    spec.updateStrategy.rollingUpdate.partition ??= 0;
    spec.updateStrategy.rollingUpdate.maxUnavailable ??= 1;
  }
}

export function SetDefaults_Deployment(obj: Deployment): void {
  const { spec } = obj;
  setLabels(obj);
  spec.replicas ??= 1;
  spec.strategy.type = orDefault(spec.strategy.type, "RollingUpdate");
  if (spec.strategy.type === "RollingUpdate")
    spec.strategy.rollingUpdate = { maxUnavailable: "25%", maxSurge: "25%", ...spec.strategy.rollingUpdate };
  spec.revisionHistoryLimit ??= 2;
  spec.progressDeadlineSeconds ??= 600;
}

/** Later versions require an explicit selector. */
function setLabels({ metadata, spec }: Deployment | StatefulSet): void {
  const { labels } = spec.template.metadata;
  if (labels === undefined) return;
  spec.selector ??= { matchLabels: { ...labels } };
  if (Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels };
}
