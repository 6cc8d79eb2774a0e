/** Go's client-go, as far as servers, controllers and generated clients need it. */
export * from "./errors/index.js";
export type { AuthConfig, ClientConfig, Impersonation, TLSConfig } from "./rest/client-config.js";
export { validateClientConfig } from "./rest/client-config.js";
export type {
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
export { defaultUserAgent } from "./rest/request-headers.js";
export { ResourceClient } from "./rest/resource-client.js";
export { resourceOfKind, untypedResource } from "./rest/resource-type.js";
export type { APIObject, ErrorEvent, ObjectList, ResourceType, WatchEvent } from "./rest/resource-type.js";
export { RESTClient } from "./rest/rest-client.js";
export type { RESTRequest } from "./rest/rest-client.js";
export { TokenBucket } from "./rest/token-bucket.js";
export { ConnectionError } from "./rest/transport.js";
export type { Transport, TransportRequest, TransportResponse } from "./rest/transport.js";
export type { WarningHandler } from "./rest/warnings.js";
export { Watch } from "./watch/watch.js";
export { clientConfigOf } from "./kubeconfig/client-config.js";
export type { ResolvedContext } from "./kubeconfig/client-config.js";
export { defaultClientConfig } from "./kubeconfig/default-config.js";
export type { DefaultConfigOptions } from "./kubeconfig/default-config.js";
export { inClusterConfig } from "./kubeconfig/in-cluster.js";
export { KubeconfigError } from "./kubeconfig/kubeconfig-error.js";
export { kubeconfigFiles, loadKubeconfig, mergeKubeconfigs } from "./kubeconfig/load.js";
export { parseKubeconfig } from "./kubeconfig/parse.js";
export type { Cluster, Context, Kubeconfig, Material, User as KubeconfigUser } from "./kubeconfig/types.js";
