interface Entry<V> {
  readonly value: V;
  /** Time at which the entry expires, in milliseconds of the clock. */
  readonly expires: number;
}

/**
 * A cache with a maximum size and a time to live for each entry (Go: LRUExpireCache). If it is
 * full, it drops the entry that was not used for the longest time.
 */
export class ExpiringCache<V> {
  readonly #size: number;
  readonly #now: () => number;
  /** The entries, beginning with the one that was not used for the longest time. */
  readonly #entries = new Map<string, Entry<V>>();

  /** @param now clock in milliseconds that never goes back */
  constructor(size: number, now: () => number = () => performance.now()) {
    this.#size = size;
    this.#now = now;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (this.#now() >= entry.expires) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param ttl time to live in milliseconds; 0 stores nothing */
  set(key: string, value: V, ttl: number): void {
    this.#entries.delete(key);
    if (ttl <= 0) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#size) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, { value, expires: this.#now() + ttl });
  }

  get size(): number {
    return this.#entries.size;
  }
}
