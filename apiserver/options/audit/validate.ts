import { durationToMilliseconds } from "@apimachinery/runtime";
import { logFormats } from "../../audit/log/log-backend.js";
import type { AuditOptions } from "./flags.js";
import { pluginOptions, type PluginOptions } from "./plugin-options.js";

const modes = ["batch", "blocking", "blocking-strict"];
const version = "audit.k8s.io/v1";

/**
 * Returns the problems found in the options, with Go's messages. Options of a disabled backend are
 * not checked.
 */
export function validateAudit(options: AuditOptions): string[] {
  return [
    ...(options.auditLogPath === "" ? [] : logProblems(options)),
    ...(options.auditWebhookConfigFile === "" ? [] : webhookProblems(options)),
  ];
}

function logProblems(options: AuditOptions): string[] {
  const format = options.auditLogFormat;
  const numbers = {
    maxage: options.auditLogMaxage,
    maxbackup: options.auditLogMaxbackup,
    maxsize: options.auditLogMaxsize,
  };
  return [
    ...pluginProblems(pluginOptions(options, "log")),
    ...(logFormats.some((one) => one === format)
      ? []
      : [`invalid audit log format ${format}, allowed formats are "${logFormats.join(",")}"`]),
    ...Object.entries(numbers).flatMap(([name, value]) =>
      value < 0 ? [`--audit-log-${name} ${value} can't be a negative number`] : [],
    ),
  ];
}

function webhookProblems(options: AuditOptions): string[] {
  const old = options.auditWebhookBatchInitialBackoff;
  const backoffs = [options.auditWebhookInitialBackoff, ...(old === "" ? [] : [old])];
  return [
    ...pluginProblems(pluginOptions(options, "webhook")),
    ...backoffs.flatMap((text) =>
      isDuration(text) ? [] : [`--audit-webhook-initial-backoff ${JSON.stringify(text)} must be a duration from 0s on`],
    ),
  ];
}

function isDuration(text: string): boolean {
  try {
    return durationToMilliseconds(text) >= 0;
  } catch {
    return false;
  }
}

function pluginProblems(plugin: PluginOptions): string[] {
  return [...batchProblem(plugin), ...truncateProblem(plugin), ...versionProblem(plugin.version)];
}

/**
 * Returns the first problem with the mode and the batch options, as Go does; empty if they are
 * valid.
 */
function batchProblem({ name, mode, ...batch }: PluginOptions): string[] {
  if (!modes.includes(mode)) return [`invalid audit ${name} mode ${mode}, allowed modes are "${modes.join(",")}"`];
  if (mode !== "batch") return [];
  const wrong = (what: string, value: number) => [
    `invalid audit batch ${name} ${what} ${value}, must be a positive number`,
  ];
  if (batch.bufferSize <= 0) return wrong("buffer size", batch.bufferSize);
  if (batch.maxBatchSize <= 0) return wrong("max batch size", batch.maxBatchSize);
  if (!batch.throttleEnable) return [];
  if (batch.qps <= 0) return wrong("throttle QPS", batch.qps);
  return batch.burst <= 0 ? wrong("throttle burst", batch.burst) : [];
}

function truncateProblem({ name, truncate: { maxEventSize, maxBatchSize } }: PluginOptions): string[] {
  if (maxEventSize <= 0)
    return [`invalid audit truncate ${name} max event size ${maxEventSize}, must be a positive number`];
  return maxBatchSize < maxEventSize
    ? [
        `invalid audit truncate ${name} max batch size ${maxBatchSize}, must be greater than max event size (${maxEventSize})`,
      ]
    : [];
}

function versionProblem(given: string): string[] {
  if (given.split("/").length > 2) return [`unexpected GroupVersion string: ${given}`];
  return given === version ? [] : [`invalid group version, allowed versions are [${JSON.stringify(version)}]`];
}
