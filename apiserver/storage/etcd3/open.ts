import type { EtcdStorage, EtcdStorageOptions } from "./etcd-storage.js";

/**
 * Opens a storage in etcd. Does not wait for the connection. Until it is ready, calls of the
 * storage wait for it or fail with StorageConnectionError.
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<EtcdStorage> {
  // Only servers with etcd load the gRPC library, because loading takes a tenth of a second.
  const { EtcdStorage } = await import("./etcd-storage.js");
  return new EtcdStorage(options);
}
