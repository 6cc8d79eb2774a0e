const fairness = "requests are limited by --max-requests-inflight and --max-mutating-requests-inflight";
const gates = "the server has no feature gates";
const node = "Node.js has no such option";
const standardError = "the log is written to standard error";
const https = "the server serves HTTPS only, on --secure-port";
const certificates =
  "clients authenticate with certificates of --client-ca-file or of the server's own CA, or with tokens of --token-auth-file";

/** A flag of Go's API servers that this server does not support. */
export interface AbsentFlag {
  /** Reason why the server does not support the flag. */
  readonly reason: string;
  /**
   * Values that the server accepts because they need no missing feature: they switch a feature off,
   * or describe the behavior that the server always has. The empty value is always accepted.
   */
  readonly accepted: readonly string[] | RegExp;
  /** True if the flag is boolean, so that the flag without a value means true. */
  readonly isBool: boolean;
}

const isTrue = /^(1|t|T|true|TRUE|True)$/;
const isFalse = /^(0|f|F|false|FALSE|False)$/;

/**
 * Describes an absent flag with a value. The values in `accepted`, such as its default in
 * Kubernetes, need no missing feature.
 */
function value(reason: string, ...accepted: readonly string[]): AbsentFlag {
  return { reason, accepted, isBool: false };
}

/**
 * Describes an absent flag that would switch on a missing feature. The server accepts only false.
 */
function switchOn(reason: string): AbsentFlag {
  return { reason, accepted: isFalse, isBool: true };
}

/**
 * Describes an absent flag that would switch off a feature which is always on. The server accepts
 * only true.
 */
function alwaysOn(reason: string): AbsentFlag {
  return { reason, accepted: isTrue, isBool: true };
}

const absentFlags: ReadonlyMap<string, AbsentFlag> = new Map(
  Object.entries({
    port: value(https, "0"),
    http: switchOn(https),
    https: alwaysOn(https),
    "http-port": value(https, "0"),
    "https-port": value("use --secure-port"),
    "insecure-port": value(https, "0"),
    "insecure-bind-address": value(https),
    "basic-auth-file": value(certificates),
    "etcd-servers-overrides": value("all resources are stored in the etcd of --etcd-servers"),
    "storage-initialization-timeout": value("the server listens after its storage is open", "1m0s", "1m", "60s"),
    "egress-selector-config-file": value("the server connects to clusters directly"),
    "enable-priority-and-fairness": switchOn(fairness),
    "debug-socket-path": value(node),
    "contention-profiling": switchOn(node),
    profiling: switchOn(`${node}; run it with node --cpu-prof or --inspect`),
    // All values are accepted, because Node.js always sets SO_REUSEADDR.
    "permit-address-sharing": { reason: node, accepted: /^/, isBool: true },
    "advertise-address": value(
      "it applies only to kube-apiserver; use --external-hostname for the address in discovery",
    ),
    "event-ttl": value("it applies only to kube-apiserver", "1h0m0s", "1h", "60m"),
    "feature-gates": value(gates),
    "emulated-version": value(gates),
    "min-compatibility-version": value(gates),
    "runtime-config": value("all versions of the server are served", "api/all=true"),
    vmodule: value("--v applies to all modules"),
    // All intervals are accepted, because every line is written at once.
    "log-flush-frequency": { reason: "every line is written at once", accepted: /^[\d.hmsuµn]+$/, isBool: false },
    "log-dir": value(standardError),
    "log-file": value(standardError),
    logtostderr: alwaysOn(standardError),
    alsologtostderr: { reason: standardError, accepted: /^/, isBool: true },
  }),
);

/** Prefixes of the names of more flags that this server does not support, with the reasons. */
const absentPrefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "oidc-": certificates,
    "service-account-": certificates,
  }),
);

/**
 * Returns the reason why the server lacks a flag, and the values that it accepts nevertheless.
 * Returns undefined if Go's API servers do not have the flag either.
 */
export function absenceOf(name: string): AbsentFlag | undefined {
  const reason = [...absentPrefixes].find(([prefix]) => name.startsWith(prefix))?.[1];
  const named = absentFlags.get(name);
  if (named !== undefined || reason === undefined) return named;
  return /-(compress|enable|enabled)$/.test(name) ? switchOn(reason) : value(reason);
}

/**
 * Reports whether the server accepts a value of an absent flag. Accepted values switch a feature
 * off, or describe what the server always does.
 */
export function asksForNothing({ accepted }: AbsentFlag, text: string): boolean {
  return text === "" || (accepted instanceof RegExp ? accepted.test(text) : accepted.includes(text));
}
