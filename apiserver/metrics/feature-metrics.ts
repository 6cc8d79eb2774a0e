import { SeriesGauge, type MetricSet } from "./series.js";

/**
 * A feature gate of Kubernetes 1.36: its stage, empty for what is there to stay, and whether the
 * server does what it says.
 */
type Gate = readonly [name: string, stage: "ALPHA" | "BETA" | "DEPRECATED" | "", isOn: boolean];

/** Those that clients would notice. None can be switched here: they say what the server is like. */
const gates: readonly Gate[] = [
  ["APIResponseCompression", "BETA", true],
  ["AggregatedDiscoveryRemoveBetaType", "DEPRECATED", true],
  ["AllowParsingUserUIDFromCertAuth", "BETA", false],
  ["AllowUnsafeMalformedObjectDeletion", "ALPHA", true],
  ["CBORServingAndStorage", "ALPHA", false],
  ["ConsistentListFromCache", "", true],
  ["ConstrainedImpersonation", "BETA", false],
  ["ListFromCacheSnapshot", "BETA", true],
  ["MutatingAdmissionPolicy", "", false],
  ["OpenAPIEnums", "BETA", true],
  ["RemoteRequestHeaderUID", "BETA", false],
  ["ShardedListAndWatch", "ALPHA", false],
  ["StorageVersionHash", "BETA", true],
  ["UnauthenticatedHTTP2DOSMitigation", "BETA", true],
  ["WatchCacheInitializationPostStartHook", "BETA", true],
  ["WatchList", "BETA", true],
];

/** `kubernetes_feature_enabled`, a line for each gate. */
export function addFeatureMetrics(set: MetricSet): void {
  const gauge = new SeriesGauge(set, {
    name: "kubernetes_feature_enabled",
    help: "Whether the server does what a feature gate of Kubernetes says.",
  });
  for (const [name, stage, isOn] of gates) gauge.series({ name, stage }).value = isOn ? 1 : 0;
}
