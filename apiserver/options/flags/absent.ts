const delegation = "this server does not delegate to a cluster";
const fairness = "requests are limited by --max-requests-inflight and --max-mutating-requests-inflight";
const audit = "the server has no audit log; with --v=3 the log has each request with its Audit-Id";
const gates = "the server has no feature gates";
const node = "Node.js has no such option";
const https = "the server serves HTTPS only, on --secure-port";
const certificates =
  "clients authenticate with certificates of --client-ca-file or of the server's own authority; tokens are not supported";

/**
 * Flags of Go's API servers that this server does not have, each with the reason. A user of such a
 * flag gets the reason instead of "unknown flag".
 */
const absentFlags: ReadonlyMap<string, string> = new Map(
  Object.entries({
    port: https,
    http: https,
    https,
    "http-port": https,
    "https-port": "use --secure-port",
    "insecure-port": https,
    "insecure-bind-address": https,
    "anonymous-auth": "clients without a certificate can only read the paths of --authorization-always-allow-paths",
    "authorization-mode":
      "members of the group system:masters have all rights; other users can read the paths of --authorization-always-allow-paths",
    "token-auth-file": certificates,
    "basic-auth-file": certificates,
    "etcd-servers-overrides": "all resources are stored in the etcd of --etcd-servers",
    "storage-media-type": "objects are stored as JSON",
    "storage-initialization-timeout": "the server listens after its storage is open",
    "encryption-provider-config": "objects are stored without encryption; encrypt the disk of --data-dir or of etcd",
    "encryption-provider-config-automatic-reload":
      "objects are stored without encryption; encrypt the disk of --data-dir or of etcd",
    "authentication-skip-lookup": delegation,
    "authentication-token-webhook-cache-ttl": delegation,
    "authentication-tolerate-lookup-failure": delegation,
    "requestheader-client-ca-file": delegation,
    "requestheader-allowed-names": delegation,
    "requestheader-username-headers": delegation,
    "requestheader-uid-headers": delegation,
    "requestheader-group-headers": delegation,
    "requestheader-extra-headers-prefix": delegation,
    "egress-selector-config-file": delegation,
    "enable-priority-and-fairness": fairness,
    "debug-socket-path": node,
    "contention-profiling": node,
    profiling: `${node}; run it with node --cpu-prof or --inspect`,
    "tracing-config-file": "tracing is not supported",
    "tls-curve-preferences": "the curves are Node's defaults",
    "delete-collection-workers": "the objects of a collection are deleted one after another",
    "permit-port-sharing": node,
    "permit-address-sharing": node,
    "advertise-address":
      "it applies only to the server of a cluster; use --external-hostname for the address in discovery",
    "event-ttl": "it applies only to the server of a cluster",
    "feature-gates": gates,
    "emulated-version": gates,
    "min-compatibility-version": gates,
    "runtime-config": "all versions of the server are served",
    vmodule: "--v applies to all modules",
    "log-flush-frequency": "every line is written at once",
    "log-dir": "the log is written to standard error",
    "log-file": "the log is written to standard error",
    logtostderr: "the log is written to standard error",
    alsologtostderr: "the log is written to standard error",
  }),
);

/** Prefixes of further flags that this server does not have, with the reasons. */
const absentPrefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "audit-log-": audit,
    "audit-webhook-": audit,
    "audit-policy-": audit,
    "oidc-": certificates,
    "service-account-": certificates,
  }),
);

/**
 * Returns the reason why a flag is not supported; undefined if Go's API servers do not have the
 * flag either.
 */
export function absenceOf(name: string): string | undefined {
  return absentFlags.get(name) ?? [...absentPrefixes].find(([prefix]) => name.startsWith(prefix))?.[1];
}
