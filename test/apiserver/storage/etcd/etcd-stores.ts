import { EtcdStorage, type EtcdStorageOptions } from "../../../../apiserver/storage/etcd3/etcd-storage.js";
import type { Storage } from "../../../../apiserver/storage/index.js";
import { prefix } from "../conformance/helpers.js";
import { ShiftedStorage } from "./shifted-storage.js";

/** Opens a storage without TLS. Resolves when it knows that etcd reports its revision. */
export async function openEtcd(
  servers: readonly string[],
  options: Partial<EtcdStorageOptions> = {},
): Promise<EtcdStorage> {
  let known = (): void => undefined;
  const versions = new Promise<void>((resolve) => (known = resolve));
  const storage = new EtcdStorage({
    servers,
    tls: () => ({}),
    timeout: 300_000,
    leaseReuse: 60,
    onVersions: known,
    ...options,
  });
  await versions;
  return storage;
}

/** A key that is not under the prefix of any object. */
const dummy = "empty";

/**
 * Removes all keys from etcd, and returns a storage whose revisions begin at 1.
 * @param cached adds a cache to the storage
 */
export async function openEmptyEtcd(
  server: string,
  cached: (storage: Storage) => Promise<Storage> = (storage) => Promise.resolve(storage),
): Promise<Storage> {
  const storage = await openEtcd([server]);
  for (const { key } of (await storage.list("")).items) await storage.delete(key);
  const view = await cached(storage);
  // The store has no objects at the revisions 0 and 1 of the view. The watch of a cache has begun
  // when the cache knows the revision of a new write.
  const { revision } = await storage.create(dummy, Buffer.from(""));
  await view.list(prefix, { notOlderThan: revision });
  await storage.delete(dummy);
  return new ShiftedStorage(view, revision);
}
