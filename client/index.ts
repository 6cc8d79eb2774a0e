/// <reference types="node" preserve="true" />
/** Client of Kubernetes-style API servers, modelled on Go's client-go. */
export * from "./errors/index.js";
export type { AuthConfig, ClientConfig, Impersonation, TLSConfig } from "./rest/client-config.js";
export { validateClientConfig } from "./rest/client-config.js";
export type { ApplyConfiguration, ApplyObjectMeta, ApplyOwnerReference } from "./apply/apply-configuration.js";
export { conflictsOf } from "./apply/conflicts-of.js";
export type { ApplyConflict } from "./apply/conflicts-of.js";
export { extract } from "./apply/extract.js";
export type { Extracted, ExtractOptions } from "./apply/extract.js";
export type { ManagedFields, ManagedObject } from "./apply/managed-object.js";
export type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  JSONPatchOperation,
  ListOptions,
  Patch,
  PatchOptions,
  RequestOptions,
  WatchOptions,
  WriteOptions,
} from "./rest/options.js";
export type { ObjectFormat } from "./rest/object-format.js";
export { readText, ResponseTooLargeError } from "./rest/read-body.js";
export { defaultUserAgent } from "./rest/request-headers.js";
export { ResourceClient } from "./rest/resource-client.js";
export { resourceOfKind, untypedResource } from "./rest/resource-type.js";
export type { APIObject, ErrorEvent, ObjectList, ResourceType, WatchEvent } from "./rest/resource-type.js";
export { RESTClient } from "./rest/rest-client.js";
export { defaultBackoff, defaultRetry, retryOnConflict } from "./rest/retry-on-conflict.js";
export type { RetryBackoff } from "./rest/retry-on-conflict.js";
export type { RESTRequest } from "./rest/rest-client.js";
export { TokenBucket } from "./rest/token-bucket.js";
export { ConnectionError } from "./rest/transport.js";
export type { Transport, TransportRequest, TransportResponse } from "./rest/transport.js";
export type { WarningHandler } from "./rest/warnings.js";
export { Watch } from "./watch/watch.js";
export { clientConfigOf } from "./kubeconfig/client-config.js";
export type { ResolvedContext } from "./kubeconfig/client-config.js";
export { defaultClientConfig } from "./kubeconfig/load.js";
export type { DefaultConfigOptions } from "./kubeconfig/load.js";
export { inClusterConfig, isInCluster } from "./kubeconfig/in-cluster.js";
export { KubeconfigError } from "./kubeconfig/kubeconfig-error.js";
export { kubeconfigFiles, loadKubeconfig, mergeKubeconfigs } from "./kubeconfig/load.js";
export { parseKubeconfig } from "./kubeconfig/parse.js";
export type { Cluster, Context, Kubeconfig, Material, User as KubeconfigUser } from "./kubeconfig/types.js";
export type { BackoffOptions } from "./cache/backoff.js";
export { copyOf } from "./cache/deep-readonly.js";
export type { DeepReadonly, DeepWritable } from "./cache/deep-readonly.js";
export { DeletedFinalStateUnknown } from "./cache/deleted-final-state-unknown.js";
export type { EventHandler } from "./cache/event-handler.js";
export { namespaceIndex } from "./cache/indexer.js";
export type { IndexFunc, Indexers, ReadonlyIndexer } from "./cache/indexer.js";
export { InformerFactory } from "./cache/informer-factory.js";
export type { InformerFactoryOptions, Selectors } from "./cache/informer-factory.js";
export { joinKey, keyOf, splitKey } from "./cache/keys.js";
export type { Lister, NamespaceLister } from "./cache/lister.js";
export { Reflector } from "./cache/reflector.js";
export type { ReflectorOptions } from "./cache/reflector.js";
export { SharedInformer } from "./cache/shared-informer.js";
export type { HandlerOptions, InformerOptions, Registration } from "./cache/shared-informer.js";
export type { EventStream, ListerWatcher, ReflectorStore } from "./cache/lister-watcher.js";
export {
  BucketRateLimiter,
  defaultControllerRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  MaxWaitRateLimiter,
} from "./workqueue/rate-limiters.js";
export type { RateLimiter } from "./workqueue/rate-limiters.js";
export { runWorkers } from "./workqueue/run-workers.js";
export type { NextAttempt, WorkersOptions } from "./workqueue/run-workers.js";
export { WorkQueue } from "./workqueue/work-queue.js";
export type { WorkQueueObserver, WorkQueueOptions } from "./workqueue/work-queue.js";
export { Observed, SeriesCounter, SeriesGauge, SeriesHistogram } from "./metrics/series.js";
export type {
  HistogramSeries,
  Labels,
  MetricConfig,
  MetricsRegistry,
  NumberSeries,
  Observe,
  RegisteredMetric,
} from "./metrics/series.js";
export { WorkQueueMetrics } from "./metrics/work-queue-metrics.js";
export type { ElectionClock, LeaderCallbacks, LeaderElectionConfig } from "./leaderelection/leader-election-config.js";
export type { LeaderElectionRecord } from "./leaderelection/leader-election-record.js";
export { LeaderElector } from "./leaderelection/leader-elector.js";
export { LeaderHealthzAdaptor } from "./leaderelection/leader-healthz-adaptor.js";
export { LeaseLock } from "./leaderelection/lease-lock.js";
export type { LeaseLockOptions, LockEventRecorder } from "./leaderelection/lease-lock.js";
export { leaseResource } from "./leaderelection/lease.js";
export type { Lease, LeaseSpec } from "./leaderelection/lease.js";
export type { ResourceLock } from "./leaderelection/resource-lock.js";
export { extendClientset } from "./typed/extend-clientset.js";
export type { ClientExtensions, ClientOf, ExtendedClientset } from "./typed/extend-clientset.js";
export { EventBroadcaster } from "./events/event-broadcaster.js";
export type { EventBroadcasterOptions } from "./events/event-broadcaster.js";
export type { EventRecorder } from "./events/event-recorder.js";
export { eventResource } from "./events/event.js";
export type { Event, EventSeries, EventType } from "./events/event.js";
export { getReference } from "./events/object-reference.js";
export type { ObjectReference, Referable } from "./events/object-reference.js";
export type { SpamLimit } from "./events/spam-filter.js";
