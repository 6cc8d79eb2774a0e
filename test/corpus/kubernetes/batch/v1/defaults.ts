import { orDefault } from "@apimachinery/runtime";
import type { CronJob, Job, PodFailurePolicyOnPodConditionsPattern } from "./types.js";

const maxInt32 = 2_147_483_647;

export function SetDefaults_Job(obj: Job): void {
  const { spec } = obj;
  // A job without both fields runs one pod. A job with only `parallelism` is a work queue.
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : maxInt32;
  const { labels } = spec.template.metadata;
  if (labels !== undefined && Object.keys(obj.metadata.labels ?? {}).length === 0) obj.metadata.labels = { ...labels };
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed";
  spec.manualSelector ??= false;
}

export function SetDefaults_CronJob({ spec }: CronJob): void {
  spec.concurrencyPolicy = orDefault(spec.concurrencyPolicy, "Allow");
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
}

export function SetDefaults_PodFailurePolicyOnPodConditionsPattern(obj: PodFailurePolicyOnPodConditionsPattern): void {
  obj.status ||= "True";
}
