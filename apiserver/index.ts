/// <reference types="node" preserve="true" />
/** A generic Kubernetes-style API server, independent of any kind. */
export type { AdmissionPlugin, Attributes, Operation, OperationOptions } from "./admission/plugin.js";
export type { EquivalentResource, GroupVersionResource, ObjectInterfaces } from "./admission/object-interfaces.js";
export type { ReinvocationContext } from "./admission/reinvocation-context.js";
export type { ServiceResolver } from "./admission/webhook/hook-address.js";
export type { AuditLevel } from "./request/audit-annotations.js";
export type { PluginConfiguration } from "./admission/configuration.js";
export { admissionFor } from "./admission/admission-for.js";
export type { KindAdmission } from "./admission/admission-for.js";
export { onlyRemovesFinalizers } from "./admission/only-removes-finalizers.js";
export type { FollowedKind } from "./admission/followed-kinds.js";
export { newAdmissionForbidden, newNotReady } from "./admission/errors.js";
export type { AdmissionContext, ExternalCluster, PluginFactory } from "./admission/initializer.js";
export { requireSynced } from "./admission/ready.js";
export { buildAdmission } from "./server/admission.js";
export type { Admission, AdmissionConfig } from "./server/admission.js";
export { Loopback } from "./server/loopback.js";
export type { TableConvertor } from "./registry/table-convertor.js";
export { humanDuration, shortHumanDuration } from "./endpoints/table/human-duration.js";
export * as errors from "./errors/index.js";
export { StatusError } from "./errors/index.js";
export type { User } from "./request/api-request.js";
export type { Authenticator } from "./authentication/authenticator.js";
export type { AuthorizationAttributes, Authorizer, Decision, Verdict } from "./request/authorizer.js";
export { fieldRequirements, labelRequirements } from "./request/selector-requirements.js";
export type { Logger } from "./logging/logger.js";
export type { Response, Handler, HTTPRequest } from "./http/types.js";
export { createLog } from "./logging/log.js";
export type { Log } from "./logging/log.js";
export { ServerMetrics } from "./metrics/server-metrics.js";
export { writeKubeconfig } from "./options/kubeconfig.js";
export { completeConfig, followCertificates, newConfig } from "./options/config.js";
export type { Config } from "./options/config.js";
export type { CommandLine, Output } from "./options/flags/command-line.js";
export {
  defaultOptions,
  parseServerOptions,
  serverFlags,
  serverURL,
  validateOptions,
} from "./options/server-options.js";
export type { ServerDefaults, ServerOptions } from "./options/server-options.js";
export { standaloneAccess } from "./options/access.js";
export type { Access } from "./options/access.js";
export type { Cluster } from "./options/cluster.js";
export { storageBackends } from "./options/storage.js";
export type { StorageBackend } from "./options/storage.js";
export type { APIList, APIObject } from "./request/api-object.js";
export type { RequestContext } from "./request/request-context.js";
export type { ObjectWatch } from "./registry/object-watch.js";
export type { ObjectEvent } from "./registry/watched-collection.js";
export { everything as everyObject } from "./registry/selection.js";
export type { Selection } from "./registry/selection.js";
export type { GarbageCollectionPolicy } from "./registry/garbage-collection.js";
export type {
  ChangeObject,
  ConnectHTTPResponse,
  ConnectMethod,
  ConnectRequest,
  ConnectResponse,
  ConnectSubresource,
  ConnectWebSocketResponse,
  ObjectSubresource,
  Subresource,
  Subresources,
} from "./registry/subresource.js";
export type { ConnectedSocket } from "./http/connected-socket.js";
export { Store } from "./registry/store.js";
export type {
  AnyKinds,
  CreateStrategy,
  DeleteStrategy,
  HookStrategy,
  Nothing,
  StatusStrategy,
  Strategies,
  Strategy,
  UpdateStrategy,
} from "./registry/strategy.js";
export type { DocumentInfo } from "./openapi/documents.js";
export type { ExtensionContext, ServerDefinition, TryNext } from "./run/definition.js";
export { parseOptionsOf } from "./run/parse-options.js";
export type { Reach } from "./run/reach.js";
export { runAPIServer } from "./run/run.js";
export { InvalidOptionsError, startAPIServer } from "./run/start.js";
export type { RunningServer } from "./run/start.js";
export { shellWord } from "./run/welcome.js";
export type { APIGroupInfo, Deprecation, Resources } from "./server/api-group.js";
export { newAPIGroups } from "./server/api-groups.js";
export { newAPIGroup } from "./server/group-definition.js";
export type { AnyGroupDefinition, GroupContext, GroupDefinition, GroupPlace } from "./server/group-definition.js";
export { nameIsDNSSubdomain } from "./groups/names.js";
export { namespaceGroup } from "./groups/core/namespace-group.js";
export { secretGroup } from "./groups/core/secret-group.js";
export type {
  Namespace,
  NamespaceCondition,
  NamespaceList,
  NamespaceSpec,
  NamespaceStatus,
  Secret,
  SecretList,
} from "./groups/core/v1/types.js";
export { leaseGroup } from "./groups/coordination/lease-group.js";
export { eventGroup } from "./groups/events/event-group.js";
export { storageMigrationGroup } from "./groups/storagemigration/storage-migration-group.js";
export type { Event, EventList, EventSeries } from "./groups/events/v1/types.js";
export type { EventSource, ObjectReference } from "./groups/core/v1/types.js";
export type { Lease, LeaseList, LeaseSpec } from "./groups/coordination/v1/types.js";
export type {
  GroupResource,
  StorageVersionMigration,
  StorageVersionMigrationList,
  StorageVersionMigrationSpec,
  StorageVersionMigrationStatus,
} from "./groups/storagemigration/v1/types.js";
export { GenericAPIServer } from "./server/generic-api-server.js";
export type { ServerConfig } from "./server/generic-api-server.js";
export { newStore } from "./server/new-store.js";
export type { NewStore } from "./server/new-store.js";
export type { HealthCheck } from "./server/health.js";
export type { PostStartHook, PostStartHookContext, PreShutdownHook } from "./server/hooks.js";
export { defaultRunConfig } from "./request/run-config.js";
export type { RunConfig } from "./request/run-config.js";
export { stopOnSignal } from "./run/run-until-signal.js";
export { parseVersion, versionInfo } from "./util/version.js";
export type { VersionInfo } from "./util/version.js";
export { MemoryStorage, openEmbeddedStorage } from "./storage/index.js";
export type { Storage } from "./storage/index.js";
export type { ResourceInfo, InstalledResource, InstalledSubresource, InstalledVersion } from "./endpoints/installed.js";
