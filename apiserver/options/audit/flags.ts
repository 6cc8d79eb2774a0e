import { bool, duration, float, int, text } from "../flags/kinds.js";
import type { FlagSection, FlagValues } from "../flags/flag.js";

const modeHelp =
  "batch: requests do not wait for events; blocking: they wait until their events are stored; blocking-strict: a request whose first event is lost also fails";
const bufferHelp = "maximum number of waiting events, further ones are lost; in mode batch only";
const batchHelp = "maximum number of events in a batch; in mode batch only";
const waitHelp = "maximum time for which events wait for a full batch; in mode batch only";
const throttleHelp = "limit the rate of batches; in mode batch only";
const qpsHelp = "average number of batches per second; in mode batch only";
const burstHelp = "number of batches that can be sent at once after a pause; in mode batch only";
const truncateHelp = "limit the sizes of events and batches";
const batchSizeHelp = "maximum size of a batch in bytes; a larger batch is split";
const eventSizeHelp =
  "maximum size of an event in bytes; a larger event loses the objects of request and response, and is lost if it is still too large";

/** Flags for the audit of requests, with the names and defaults of Kubernetes 1.37. */
export const auditFlags = {
  heading: "Audit",
  flags: {
    "audit-policy-file": text(
      "",
      "policy that selects the requests with audit events: a Policy of audit.k8s.io/v1 (YAML); no audit if empty",
      "file",
    ),
    "audit-log-path": text("", "file to which audit events are appended; - for standard output", "file"),
    "audit-log-format": text("json", "format of the audit log: json for all fields, legacy for lines of text"),
    "audit-log-version": text("audit.k8s.io/v1", "API version of the events in the audit log"),
    "audit-log-maxage": int(366, "maximum age of old audit log files in days; 0 for no limit", "days"),
    "audit-log-maxbackup": int(100, "maximum number of old audit log files; 0 for no limit"),
    "audit-log-maxsize": int(
      100,
      "size in megabytes at which a new audit log file begins; 0 for one file",
      "megabytes",
    ),
    "audit-log-compress": bool(false, "compress old audit log files with gzip"),
    "audit-log-mode": text("blocking", modeHelp),
    "audit-log-batch-buffer-size": int(10_000, bufferHelp),
    "audit-log-batch-max-size": int(1, batchHelp),
    "audit-log-batch-max-wait": duration("0s", waitHelp),
    "audit-log-batch-throttle-enable": bool(false, throttleHelp),
    "audit-log-batch-throttle-qps": float(0, qpsHelp),
    "audit-log-batch-throttle-burst": int(0, burstHelp),
    "audit-log-truncate-enabled": bool(false, truncateHelp),
    "audit-log-truncate-max-batch-size": int(10_485_760, batchSizeHelp, "bytes"),
    "audit-log-truncate-max-event-size": int(102_400, eventSizeHelp, "bytes"),
    "audit-webhook-config-file": text("", "kubeconfig of the server to which audit events are sent", "file"),
    "audit-webhook-initial-backoff": duration(
      "10s",
      "pause before a failed batch is sent again; later ones are longer",
    ),
    "audit-webhook-batch-initial-backoff": text("", "deprecated name of --audit-webhook-initial-backoff", "duration"),
    "audit-webhook-version": text("audit.k8s.io/v1", "API version of the events that are sent"),
    "audit-webhook-mode": text("batch", modeHelp),
    "audit-webhook-batch-buffer-size": int(10_000, bufferHelp),
    "audit-webhook-batch-max-size": int(400, batchHelp),
    "audit-webhook-batch-max-wait": duration("30s", waitHelp),
    "audit-webhook-batch-throttle-enable": bool(true, throttleHelp),
    "audit-webhook-batch-throttle-qps": float(10, qpsHelp),
    "audit-webhook-batch-throttle-burst": int(15, burstHelp),
    "audit-webhook-truncate-enabled": bool(false, truncateHelp),
    "audit-webhook-truncate-max-batch-size": int(10_485_760, batchSizeHelp, "bytes"),
    "audit-webhook-truncate-max-event-size": int(102_400, eventSizeHelp, "bytes"),
  },
} satisfies FlagSection;

export type AuditOptions = FlagValues<typeof auditFlags.flags>;
