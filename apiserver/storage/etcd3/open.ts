import type { EtcdStorage, EtcdStorageOptions } from "./etcd-storage.js";

/**
 * Opens a storage in etcd, without waiting for the connection. Until the connection is ready, calls
 * of the storage wait for it, or fail with StorageConnectionError.
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<EtcdStorage> {
  // The gRPC library is loaded only by servers with etcd, because loading it takes a tenth of a
  // second.
  const { EtcdStorage } = await import("./etcd-storage.js");
  return new EtcdStorage(options);
}
