/** Time during which a deleted namespace is remembered, in milliseconds. */
const lifetime = 30_000;
/** Maximum number of names that are remembered. */
const capacity = 100;

/**
 * Remembers the names of namespaces that were recently deleted. The cache of the informer can still
 * contain their state from before the deletion.
 */
export class RecentDeletions {
  readonly #expiries = new Map<string, number>();
  readonly #now: () => number;

  /** @param now clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(name: string): void {
    this.#expiries.delete(name);
    this.#expiries.set(name, this.#now() + lifetime);
    const [oldest] = this.#expiries.keys();
    if (oldest !== undefined && this.#expiries.size > capacity) this.#expiries.delete(oldest);
  }

  has(name: string): boolean {
    const expiry = this.#expiries.get(name);
    if (expiry === undefined) return false;
    if (expiry > this.#now()) return true;
    this.#expiries.delete(name);
    return false;
  }
}
