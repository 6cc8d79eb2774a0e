const delegation = "this server stands alone and asks no cluster who may do what";
const fairness = "requests are limited by --max-requests-inflight and --max-mutating-requests-inflight";
const etcd = "objects are kept by --storage-backend in --data-dir";
const audit = "nothing is audited; Audit-Id tells requests apart in the log (--v=3)";
const gates = "what is there is on; there are no gates";
const node = "Node.js has nothing like it";
const https = "the server speaks HTTPS only, on --secure-port";
const certificates =
  "clients prove who they are with certificates of --client-ca-file or of the server's own authority; there are no tokens";

/**
 * Flags that servers written in Go have and this one has not, each with the reason: who moves over
 * is told more than "unknown".
 */
const absentFlags: ReadonlyMap<string, string> = new Map(
  Object.entries({
    port: https,
    http: https,
    https,
    "http-port": https,
    "https-port": "it is --secure-port here",
    "insecure-port": https,
    "insecure-bind-address": https,
    "anonymous-auth":
      "requests without a certificate are served on the paths of --authorization-always-allow-paths only",
    "authorization-mode":
      "members of the group system:masters may do everything; other users may read the paths of --authorization-always-allow-paths",
    "token-auth-file": certificates,
    "basic-auth-file": certificates,
    "etcd-servers": etcd,
    "etcd-servers-overrides": etcd,
    "etcd-keyfile": etcd,
    "etcd-certfile": etcd,
    "etcd-cafile": etcd,
    "etcd-count-metric-poll-period": "objects are counted when metrics are asked for",
    "etcd-db-metric-poll-interval": etcd,
    "etcd-healthcheck-timeout": etcd,
    "etcd-readycheck-timeout": etcd,
    "lease-reuse-duration-seconds": etcd,
    "storage-media-type": "objects are stored as JSON",
    "storage-initialization-timeout": "the server listens when its storage is open",
    "enable-garbage-collector": "dependents are a garbage collector's business, and none runs here",
    "encryption-provider-config": "objects are stored in clear; encrypt the disk of --data-dir",
    "encryption-provider-config-automatic-reload": "objects are stored in clear; encrypt the disk of --data-dir",
    "authentication-kubeconfig": delegation,
    "authentication-skip-lookup": delegation,
    "authentication-token-webhook-cache-ttl": delegation,
    "authentication-tolerate-lookup-failure": delegation,
    "authorization-kubeconfig": delegation,
    "authorization-webhook-cache-authorized-ttl": delegation,
    "authorization-webhook-cache-unauthorized-ttl": delegation,
    "requestheader-client-ca-file": delegation,
    "requestheader-allowed-names": delegation,
    "requestheader-username-headers": delegation,
    "requestheader-uid-headers": delegation,
    "requestheader-group-headers": delegation,
    "requestheader-extra-headers-prefix": delegation,
    kubeconfig: delegation,
    "egress-selector-config-file": delegation,
    "enable-priority-and-fairness": fairness,
    "debug-socket-path": node,
    "contention-profiling": node,
    profiling: `${node}; run it with node --cpu-prof or --inspect`,
    "tracing-config-file": "there is no tracing",
    "tls-curve-preferences": "they are Node's own",
    "delete-collection-workers": "a collection is deleted one object after the other",
    "permit-port-sharing": node,
    "permit-address-sharing": node,
    "advertise-address": "it is for a cluster's own server; --external-hostname is what discovery tells",
    "event-ttl": "it is for a cluster's own server",
    "feature-gates": gates,
    "emulated-version": gates,
    "min-compatibility-version": gates,
    "runtime-config": "every version that the server has is served",
    vmodule: "--v is for all modules",
    "log-flush-frequency": "every line is written at once",
    "log-dir": "the log goes to standard error",
    "log-file": "the log goes to standard error",
    logtostderr: "the log goes to standard error",
    alsologtostderr: "the log goes to standard error",
  }),
);

/** Families of them. */
const absentPrefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "audit-log-": audit,
    "audit-webhook-": audit,
    "audit-policy-": audit,
    "oidc-": certificates,
    "service-account-": certificates,
  }),
);

/** Why there is no flag of that name; undefined where nobody would expect one. */
export function absenceOf(name: string): string | undefined {
  return absentFlags.get(name) ?? [...absentPrefixes].find(([prefix]) => name.startsWith(prefix))?.[1];
}
