import { EtcdStorage, type EtcdStorageOptions } from "../../../../apiserver/storage/etcd3/etcd-storage.js";
import type { Storage } from "../../../../apiserver/storage/index.js";
import { startAnyEtcd } from "../../../peers/etcd.js";
import type { PeerProcess } from "../../../peers/peer-process.js";
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
 * @param onClose called when the storage is closed
 */
export async function openEmptyEtcd(
  server: string,
  cached: (storage: Storage) => Promise<Storage> = (storage) => Promise.resolve(storage),
  onClose: () => void = () => undefined,
): Promise<Storage> {
  const storage = await openEtcd([server]);
  for (const { key } of (await storage.list("")).items) await storage.delete(key);
  const view = await cached(storage);
  // The store has no objects at the revisions 0 and 1 of the view. The watch of a cache has begun
  // when the cache knows the revision of a new write.
  const { revision } = await storage.create(dummy, Buffer.from(""));
  await view.list(prefix, { notOlderThan: revision });
  await storage.delete(dummy);
  return new ShiftedStorage(view, revision, async () => {
    await view.close();
    await storage.close();
    onClose();
  });
}

/**
 * Processes of etcd for tests that run at the same time and mostly wait. Each storage has a process
 * alone, until it is closed.
 */
export class EtcdPool {
  readonly #processes: readonly PeerProcess[];
  readonly #free: PeerProcess[];
  readonly #waiting: (() => void)[] = [];

  private constructor(processes: readonly PeerProcess[]) {
    this.#processes = processes;
    this.#free = [...processes];
  }

  static async start(count = 4): Promise<EtcdPool> {
    return new EtcdPool(await Promise.all(Array.from({ length: count }, () => startAnyEtcd("--unsafe-no-fsync"))));
  }

  /** As `openEmptyEtcd`, with the next process that no other storage uses. */
  async open(cached?: (storage: Storage) => Promise<Storage>): Promise<Storage> {
    let etcd = this.#free.pop();
    for (; etcd === undefined; etcd = this.#free.pop())
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const used = etcd;
    return openEmptyEtcd(`http://${used.address}`, cached, () => {
      this.#free.push(used);
      this.#waiting.shift()?.();
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((etcd) => etcd.stop()));
  }
}
