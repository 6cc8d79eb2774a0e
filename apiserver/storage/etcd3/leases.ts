import type { EtcdClient } from "./etcd-client.js";
import type { Int64 } from "./messages.js";

/** Maximum number of keys that share a lease, as in Kubernetes. */
const maxKeys = 1000;

interface Lease {
  readonly id: Promise<Int64>;
  /** Time at which the lease expires, in milliseconds since 1970. */
  readonly expiry: number;
  /** Number of writes that have used the lease. */
  keys: number;
}

/**
 * Provides leases for keys with a time to live. Keys that are written within a short time share a
 * lease. Such a lease expires a little later than requested (Go: storage/etcd3's leaseManager).
 */
export class Leases {
  readonly #client: Pick<EtcdClient, "grantLease">;
  readonly #reuse: number;
  readonly #now: () => number;
  #lease: Lease | undefined;

  /** @param reuse maximum time in seconds for which new keys get an existing lease */
  constructor(client: Pick<EtcdClient, "grantLease">, reuse: number, now: () => number = Date.now) {
    this.#client = client;
    this.#reuse = reuse;
    this.#now = now;
  }

  /**
   * Returns the id of a lease that expires after at least `ttl` seconds. It can expire later, by at
   * most 5 % of `ttl`.
   * @throws StorageError if etcd does not create a lease
   */
  lease(ttl: number): Promise<Int64> {
    const now = this.#now();
    const extra = Math.min(this.#reuse, Math.floor(ttl * 0.05));
    const lease = this.#lease;
    if (lease !== undefined && lease.keys < maxKeys) {
      const isLongEnough = now + ttl * 1000 <= lease.expiry;
      const isShortEnough = lease.expiry <= now + (ttl + extra) * 1000;
      if (isLongEnough && isShortEnough) {
        lease.keys++;
        return lease.id;
      }
    }
    return this.#grant(ttl + extra, now);
  }

  #grant(seconds: number, now: number): Promise<Int64> {
    const id = this.#client.grantLease(seconds);
    const lease: Lease = { id, expiry: now + seconds * 1000, keys: 1 };
    this.#lease = lease;
    id.catch(() => {
      if (this.#lease === lease) this.#lease = undefined;
    });
    return id;
  }
}
