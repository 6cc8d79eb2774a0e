import { clientConfigOf, loadKubeconfig, RESTClient } from "@apimachinery/client";
import { durationToMilliseconds } from "@apimachinery/runtime";
import type { AuditConfig } from "../../audit/audit-config.js";
import { ignoringErrors, unionBackend, type AuditBackend, type OnLost } from "../../audit/backend.js";
import { buffered } from "../../audit/buffered.js";
import { logBackend } from "../../audit/log/log-backend.js";
import { standardOutput, type LineWriter } from "../../audit/log/line-writer.js";
import { RotatingFile } from "../../audit/log/rotating-file.js";
import { policyEvaluator } from "../../audit/policy/evaluate.js";
import { readPolicyFile } from "../../audit/policy/read-policy.js";
import { truncating } from "../../audit/truncate.js";
import type { Log } from "../../logging/log.js";
import type { AuditMetrics } from "../../metrics/audit-metrics.js";
import type { AuditOptions } from "./flags.js";
import { pluginOptions, type PluginOptions } from "./plugin-options.js";
import type { Logger } from "../../logging/logger.js";
import { eventLine } from "../../audit/event-line.js";
import { retry } from "../../util/retry.js";
import { eventListJSON } from "../../audit/event.js";

/** Timeout of a request that sends events to the webhook, in milliseconds. */
const webhookTimeout = 30_000;
const megabyte = 1024 * 1024;

/**
 * Reads the audit policy and opens the backends. Returns undefined for a server without a policy or
 * without a backend. The caller must close the backend after the last request.
 * @throws Error that names the file or the flag, if a file cannot be read, written or used
 */
export async function openAudit(
  options: AuditOptions,
  log: Log,
  metrics: AuditMetrics,
): Promise<AuditConfig | undefined> {
  if (options.auditPolicyFile === "") {
    for (const [name, value] of [
      ["log", options.auditLogPath],
      ["webhook", options.auditWebhookConfigFile],
    ] as const)
      if (value !== "") log.info(0, `No audit policy file provided, no events will be recorded for ${name} backend`);
    return undefined;
  }
  const policy = await readPolicyFile(options.auditPolicyFile);
  const onLost = lostEvents(metrics, log.error);
  const client = await webhookClient(options);
  const backends = [
    ...(options.auditLogPath === "" ? [] : [await openLog(options, log, onLost)]),
    ...(client === undefined ? [] : [openWebhook(options, client, onLost)]),
  ];
  const [only, ...others] = backends;
  if (only === undefined) return undefined;
  const backend = others.length === 0 ? only : unionBackend(backends);
  return { evaluate: policyEvaluator(policy), backend, metrics, log: log.error };
}

async function openLog(options: AuditOptions, log: Log, onLost: OnLost): Promise<AuditBackend> {
  const format = options.auditLogFormat === "legacy" ? "legacy" : "json";
  const backend = logBackend(await openFile(options, log), format, onLost);
  return wrapped(backend, pluginOptions(options, "log"), onLost);
}

async function openFile(options: AuditOptions, log: Log): Promise<LineWriter> {
  const path = options.auditLogPath;
  if (path === "-") return standardOutput();
  try {
    return await RotatingFile.open({
      path,
      maxBytes: options.auditLogMaxsize * megabyte,
      maxBackups: options.auditLogMaxbackup,
      maxDays: options.auditLogMaxage,
      compress: options.auditLogCompress,
      log: log.error,
    });
  } catch (error) {
    throw new Error(`--audit-log-path: the audit log ${path} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function openWebhook(options: AuditOptions, client: RESTClient, onLost: OnLost): AuditBackend {
  const { auditWebhookBatchInitialBackoff: old, auditWebhookInitialBackoff: given } = options;
  const backoff = durationToMilliseconds(old === "" ? given : old);
  return wrapped(webhookBackend(client, backoff, onLost), pluginOptions(options, "webhook"), onLost);
}

async function webhookClient({ auditWebhookConfigFile: file }: AuditOptions): Promise<RESTClient | undefined> {
  if (file === "") return undefined;
  try {
    const { config } = await clientConfigOf(await loadKubeconfig([file]));
    return new RESTClient({ ...config, timeout: webhookTimeout });
  } catch (error) {
    throw new Error(`--audit-webhook-config-file: initializing audit webhook: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Applies the mode and the size limits of the options to a backend. */
function wrapped(backend: AuditBackend, options: PluginOptions, onLost: OnLost): AuditBackend {
  const inMode = withMode(backend, options, onLost);
  return options.truncate.isEnabled ? truncating(inMode, options.truncate, onLost) : inMode;
}

function withMode(backend: AuditBackend, options: PluginOptions, onLost: OnLost): AuditBackend {
  if (options.mode === "blocking-strict") return backend;
  if (options.mode === "blocking") return ignoringErrors(backend);
  const { bufferSize, maxBatchSize, maxBatchWait, throttleEnable, qps, burst } = options;
  return buffered(
    backend,
    {
      bufferSize,
      maxBatchSize,
      maxBatchWait: durationToMilliseconds(maxBatchWait),
      throttle: throttleEnable ? { qps, burst } : undefined,
      isAsync: options.name === "webhook",
    },
    onLost,
  );
}

/** Returns the function that counts lost events, and writes them to the log of the server. */
function lostEvents(metrics: AuditMetrics, log: Logger): OnLost {
  return (plugin, error, events) => {
    metrics.lost(plugin, events.length);
    const message = error instanceof Error ? error.message : String(error);
    const lines = events.map((event) => `${eventLine(event)}\n`).join("");
    log(
      `Error in audit plugin '${plugin}' affecting ${events.length} audit events: ${message}\nImpacted events:\n${lines}`,
    );
  };
}

/**
 * Returns the backend that sends events to another server as an EventList. It makes up to five
 * attempts, after any error, because an error does not mean that the events are refused forever.
 * @param initial pause before the second attempt, in milliseconds
 */
function webhookBackend(client: RESTClient, initial: number, onLost: OnLost): AuditBackend {
  const backoff = { initial, factor: 1.5, jitter: 0.2, attempts: 5 };
  return {
    process: async (events) => {
      const body = eventListJSON(events);
      const headers = { "content-type": "application/json" };
      const always = () => true;
      try {
        await retry(backoff, always, () => client.text({ method: "POST", path: "", headers, body, maxRetries: 0 }));
        return true;
      } catch (error) {
        onLost("webhook", error, events);
        return false;
      }
    },
    close: () => client.close(),
  };
}
