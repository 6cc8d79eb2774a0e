import type { AuditOptions } from "./flags.js";

/** Options that both audit backends have: the log and the webhook. */
export type PluginOptions = ReturnType<typeof pluginOptions>;

/** Returns the options of one backend. The names of its flags begin with the backend's name. */
export function pluginOptions(options: AuditOptions, name: "log" | "webhook") {
  const prefix = name === "log" ? "auditLog" : "auditWebhook";
  return {
    name,
    mode: options[`${prefix}Mode`],
    version: options[`${prefix}Version`],
    bufferSize: options[`${prefix}BatchBufferSize`],
    maxBatchSize: options[`${prefix}BatchMaxSize`],
    maxBatchWait: options[`${prefix}BatchMaxWait`],
    throttleEnable: options[`${prefix}BatchThrottleEnable`],
    qps: options[`${prefix}BatchThrottleQps`],
    burst: options[`${prefix}BatchThrottleBurst`],
    truncate: {
      isEnabled: options[`${prefix}TruncateEnabled`],
      maxBatchSize: options[`${prefix}TruncateMaxBatchSize`],
      maxEventSize: options[`${prefix}TruncateMaxEventSize`],
    },
  };
}
