import { orDefault } from "@apimachinery/runtime";
import type { CronJob } from "./types.js";

export function SetDefaults_CronJob({ spec }: CronJob): void {
  spec.concurrencyPolicy = orDefault(spec.concurrencyPolicy, "Allow");
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
}
