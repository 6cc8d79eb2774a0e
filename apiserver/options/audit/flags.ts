import { boolFlag, durationFlag, float, intFlag, stringFlag } from "../flags/kinds.js";
import type { FlagSection, FlagValues } from "../flags/flag.js";

const modeHelp =
  "batch: requests do not wait for audit events; blocking: requests wait until their events are stored; blocking-strict: like blocking, and a request fails if its first event is lost";
const bufferHelp = "maximum number of waiting events; further events are lost; only in mode batch";
const batchHelp = "maximum number of events in a batch; only in mode batch";
const waitHelp = "maximum time for which events wait for a full batch; only in mode batch";
const throttleHelp = "limit the rate of batches; only in mode batch";
const qpsHelp = "average number of batches per second; only in mode batch";
const burstHelp = "number of batches that can be sent without delay after a pause; only in mode batch";
const truncateHelp = "limit the sizes of events and batches";
const batchSizeHelp = "maximum size of a batch in bytes; a larger batch is split";
const eventSizeHelp =
  "maximum size of an event in bytes; the request and response objects are removed from a larger event; an event that is still too large is lost";

/** Flags for the audit of requests, with the names and defaults of Kubernetes 1.37. */
export const auditFlags = {
  heading: "Audit",
  flags: {
    "audit-policy-file": stringFlag(
      "",
      "policy that selects the requests with audit events: a Policy of audit.k8s.io/v1 (YAML); no audit if empty",
      "file",
    ),
    "audit-log-path": stringFlag("", "file to which audit events are appended; - is standard output", "file"),
    "audit-log-format": stringFlag("json", "format of the audit log: json for all fields, legacy for lines of text"),
    "audit-log-version": stringFlag("audit.k8s.io/v1", "API version of the events in the audit log"),
    "audit-log-maxage": intFlag(366, "maximum age of old audit log files in days; 0 for no limit", "days"),
    "audit-log-maxbackup": intFlag(100, "maximum number of old audit log files; 0 for no limit"),
    "audit-log-maxsize": intFlag(
      100,
      "size in megabytes at which a new audit log file begins; 0 for one file",
      "megabytes",
    ),
    "audit-log-compress": boolFlag(false, "compress old audit log files with gzip"),
    "audit-log-mode": stringFlag("blocking", modeHelp),
    "audit-log-batch-buffer-size": intFlag(10_000, bufferHelp),
    "audit-log-batch-max-size": intFlag(1, batchHelp),
    "audit-log-batch-max-wait": durationFlag("0s", waitHelp),
    "audit-log-batch-throttle-enable": boolFlag(false, throttleHelp),
    "audit-log-batch-throttle-qps": float(0, qpsHelp),
    "audit-log-batch-throttle-burst": intFlag(0, burstHelp),
    "audit-log-truncate-enabled": boolFlag(false, truncateHelp),
    "audit-log-truncate-max-batch-size": intFlag(10_485_760, batchSizeHelp, "bytes"),
    "audit-log-truncate-max-event-size": intFlag(102_400, eventSizeHelp, "bytes"),
    "audit-webhook-config-file": stringFlag("", "kubeconfig of the server to which audit events are sent", "file"),
    "audit-webhook-initial-backoff": durationFlag(
      "10s",
      "pause before a failed batch is sent again; later pauses are longer",
    ),
    "audit-webhook-batch-initial-backoff": stringFlag(
      "",
      "deprecated name of --audit-webhook-initial-backoff",
      "duration",
    ),
    "audit-webhook-version": stringFlag("audit.k8s.io/v1", "API version of the events that are sent"),
    "audit-webhook-mode": stringFlag("batch", modeHelp),
    "audit-webhook-batch-buffer-size": intFlag(10_000, bufferHelp),
    "audit-webhook-batch-max-size": intFlag(400, batchHelp),
    "audit-webhook-batch-max-wait": durationFlag("30s", waitHelp),
    "audit-webhook-batch-throttle-enable": boolFlag(true, throttleHelp),
    "audit-webhook-batch-throttle-qps": float(10, qpsHelp),
    "audit-webhook-batch-throttle-burst": intFlag(15, burstHelp),
    "audit-webhook-truncate-enabled": boolFlag(false, truncateHelp),
    "audit-webhook-truncate-max-batch-size": intFlag(10_485_760, batchSizeHelp, "bytes"),
    "audit-webhook-truncate-max-event-size": intFlag(102_400, eventSizeHelp, "bytes"),
  },
} satisfies FlagSection;

export type AuditOptions = FlagValues<typeof auditFlags.flags>;
