import type { EtcdTLS } from "./credentials.js";
import type { EtcdStorage, EtcdStorageOptions } from "./etcd-storage.js";

export interface OpenEtcdOptions extends Omit<EtcdStorageOptions, "credentialsOf"> {
  /** Certificates for the URLs with `https`. */
  readonly tls: EtcdTLS;
}

/**
 * Opens a storage in etcd. Does not wait for the connection. Until it is ready, calls of the
 * storage wait for it or fail with StorageConnectionError.
 */
export async function openEtcdStorage({ tls, ...options }: OpenEtcdOptions): Promise<EtcdStorage> {
  // Only servers with etcd load the gRPC library, because loading takes a tenth of a second.
  const [{ EtcdStorage }, { etcdCredentials }] = await Promise.all([
    import("./etcd-storage.js"),
    import("./credentials.js"),
  ]);
  return new EtcdStorage({ ...options, credentialsOf: etcdCredentials(tls) });
}
