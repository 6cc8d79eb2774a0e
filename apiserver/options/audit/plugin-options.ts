import type { TruncateConfig } from "../../audit/truncate.js";
import type { AuditOptions } from "./flags.js";

/** Options that both audit backends have: the log and the webhook. */
export interface PluginOptions {
  readonly name: "log" | "webhook";
  readonly mode: string;
  readonly version: string;
  readonly bufferSize: number;
  readonly maxBatchSize: number;
  readonly maxBatchWait: string;
  readonly throttleEnable: boolean;
  readonly qps: number;
  readonly burst: number;
  readonly truncate: TruncateConfig & { readonly isEnabled: boolean };
}

export function logOptions(options: AuditOptions): PluginOptions {
  return {
    name: "log",
    mode: options.auditLogMode,
    version: options.auditLogVersion,
    bufferSize: options.auditLogBatchBufferSize,
    maxBatchSize: options.auditLogBatchMaxSize,
    maxBatchWait: options.auditLogBatchMaxWait,
    throttleEnable: options.auditLogBatchThrottleEnable,
    qps: options.auditLogBatchThrottleQps,
    burst: options.auditLogBatchThrottleBurst,
    truncate: {
      isEnabled: options.auditLogTruncateEnabled,
      maxBatchSize: options.auditLogTruncateMaxBatchSize,
      maxEventSize: options.auditLogTruncateMaxEventSize,
    },
  };
}

export function webhookOptions(options: AuditOptions): PluginOptions {
  return {
    name: "webhook",
    mode: options.auditWebhookMode,
    version: options.auditWebhookVersion,
    bufferSize: options.auditWebhookBatchBufferSize,
    maxBatchSize: options.auditWebhookBatchMaxSize,
    maxBatchWait: options.auditWebhookBatchMaxWait,
    throttleEnable: options.auditWebhookBatchThrottleEnable,
    qps: options.auditWebhookBatchThrottleQps,
    burst: options.auditWebhookBatchThrottleBurst,
    truncate: {
      isEnabled: options.auditWebhookTruncateEnabled,
      maxBatchSize: options.auditWebhookTruncateMaxBatchSize,
      maxEventSize: options.auditWebhookTruncateMaxEventSize,
    },
  };
}
