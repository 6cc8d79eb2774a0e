import type { MetricSet } from "./series.js";

/**
 * A feature gate of Kubernetes 1.36: its name, its stage (empty after graduation), and whether this
 * server has the feature.
 */
type Gate = readonly [name: string, stage: "ALPHA" | "BETA" | "DEPRECATED" | "", isOn: boolean];

/**
 * Feature gates whose effects clients can notice. Each entry describes this server; the gates
 * cannot be switched.
 */
const gates: readonly Gate[] = [
  ["APIResponseCompression", "BETA", true],
  ["AggregatedDiscoveryRemoveBetaType", "DEPRECATED", true],
  ["AllowParsingUserUIDFromCertAuth", "BETA", true],
  ["AllowUnsafeMalformedObjectDeletion", "ALPHA", true],
  ["CBORServingAndStorage", "ALPHA", false],
  ["ConsistentListFromCache", "", true],
  ["ConstrainedImpersonation", "BETA", true],
  ["ListFromCacheSnapshot", "BETA", true],
  ["MutatingAdmissionPolicy", "", false],
  ["OpenAPIEnums", "BETA", true],
  ["RemoteRequestHeaderUID", "BETA", true],
  ["ShardedListAndWatch", "ALPHA", false],
  ["StorageVersionHash", "BETA", true],
  ["UnauthenticatedHTTP2DOSMitigation", "BETA", true],
  ["WatchCacheInitializationPostStartHook", "BETA", true],
  ["WatchList", "BETA", true],
];

/** Adds the metric `kubernetes_feature_enabled` with one line for each feature gate. */
export function addFeatureMetrics(set: MetricSet): void {
  const gauge = set.gauge(
    "kubernetes_feature_enabled",
    "1 if the server has the feature of a Kubernetes feature gate, 0 if not.",
  );
  for (const [name, stage, isOn] of gates) gauge({ name, stage }).value = isOn ? 1 : 0;
}
