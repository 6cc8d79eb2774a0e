const MiB = 1 << 20;

/**
 * Maximum total size of all caches with the same name, in bytes. The caches of all kinds, versions
 * and servers in the process share it.
 */
export const cacheLimits = {
  "absent owners": MiB / 4,
  "access reviews": 8 * MiB,
  "checked revisions": 16 * MiB,
  "decoded objects": 32 * MiB,
  "deleted namespaces": MiB / 16,
  "encoded lists": MiB,
  "encoded objects": 24 * MiB,
  impersonations: 8 * MiB,
  "own writes": 16 * MiB,
  "states of paged lists": 48 * MiB,
  tokens: 16 * MiB,
  "webhook clients": 16 * MiB,
} as const;

export type CacheName = keyof typeof cacheLimits;

/** Minimum size of a large entry, in bytes. */
const largeFrom = 64 * 1024;
/** Memory of an entry in addition to its key and its value, in bytes. */
const entryBytes = 128;

/**
 * Returns the approximate size of a value that could be encoded as JSON and of its key, in bytes.
 */
export function jsonSize(value: object, key: string): number {
  return 2 * (key.length + JSON.stringify(value).length);
}

interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
  /** Time at which the entry expires, in milliseconds of the cache's clock. */
  readonly expires: number;
}

/** A part of a cache whose total size a `Share` limits. */
interface Member {
  /** Total size of all entries, in bytes. */
  readonly bytes: number;
  /** Drops the old entries, and makes the young entries old. */
  age(): void;
}

/**
 * A limit in bytes that several caches share. When the young entries of all caches reach half of
 * it, the old entries are dropped, and the young entries become old.
 */
class Share {
  readonly #half: number;
  /**
   * The caches of the share. The references are weak, so that the caches of a stopped server can be
   * collected.
   */
  readonly #members = new Set<WeakRef<Member>>();
  #youngBytes = 0;

  constructor(bytes: number) {
    this.#half = bytes / 2;
  }

  join(member: Member): void {
    this.#members.add(new WeakRef(member));
  }

  /**
   * Counts the size of a new young entry. Returns false if the entry is too large for the share.
   */
  reserve(bytes: number): boolean {
    if (bytes > this.#half) return false;
    if (this.#youngBytes + bytes > this.#half) this.#age();
    this.#youngBytes += bytes;
    return true;
  }

  /** Subtracts the size of a removed young entry. */
  release(bytes: number): void {
    this.#youngBytes -= bytes;
  }

  /** Total size of all entries, in bytes. */
  get bytes(): number {
    let sum = 0;
    for (const member of this.#members) sum += member.deref()?.bytes ?? 0;
    return sum;
  }

  #age(): void {
    this.#youngBytes = 0;
    for (const reference of this.#members) {
      const member = reference.deref();
      if (member === undefined) this.#members.delete(reference);
      else member.age();
    }
  }
}

/**
 * The small entries or the large entries of one cache. Young entries were used recently; old ones
 * were not.
 */
class Generations<K, V> implements Member {
  readonly #share: Share;
  #young = new Map<K, Entry<V>>();
  #old = new Map<K, Entry<V>>();

  constructor(share: Share) {
    this.#share = share;
    share.join(this);
  }

  get bytes(): number {
    let sum = 0;
    for (const entries of [this.#young, this.#old]) for (const { bytes } of entries.values()) sum += bytes;
    return sum;
  }

  age(): void {
    if (this.#old.size === 0 && this.#young.size === 0) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  /** Returns an entry, and makes it young. Returns undefined for a missing entry. */
  get(key: K): Entry<V> | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.add(key, old);
    return old;
  }

  add(key: K, entry: Entry<V>): void {
    if (this.#share.reserve(entry.bytes)) this.#young.set(key, entry);
  }

  delete(key: K): void {
    const young = this.#young.get(key);
    if (young === undefined) this.#old.delete(key);
    else {
      this.#share.release(young.bytes);
      this.#young.delete(key);
    }
  }

  keys(): K[] {
    return [...this.#young.keys(), ...this.#old.keys()];
  }
}

const shares = new Map(
  Object.entries(cacheLimits).map(([name, bytes]) => [
    name,
    { small: new Share(bytes * 0.75), large: new Share(bytes * 0.25) },
  ]),
);

function sharesOf(name: CacheName): { readonly small: Share; readonly large: Share } {
  return shares.get(name) as { small: Share; large: Share };
}

/** Returns the total size of all caches in the process with a name, in bytes. */
export function bytesOfCaches(name: CacheName): number {
  const { small, large } = sharesOf(name);
  return small.bytes + large.bytes;
}

/**
 * A cache for values that can be computed or read again. Its size in bytes is limited, and it drops
 * entries that were not used recently. Large entries can use a quarter of the bytes, so that a few
 * large objects do not displace all small ones. An entry can also have a time to live.
 */
export class Cache<K, V extends object | true> {
  readonly #small: Generations<K, V>;
  readonly #large: Generations<K, V>;
  readonly #sizeOf: (value: V, key: K) => number;
  readonly #now: () => number;

  /**
   * @param sizeOf returns the memory of an entry in bytes
   * @param now clock in milliseconds that never goes back
   */
  constructor(name: CacheName, sizeOf: (value: V, key: K) => number, now: () => number = () => performance.now()) {
    const { small, large } = sharesOf(name);
    this.#small = new Generations(small);
    this.#large = new Generations(large);
    this.#sizeOf = sizeOf;
    this.#now = now;
  }

  get(key: K): V | undefined {
    const entry = this.#small.get(key) ?? this.#large.get(key);
    if (entry === undefined) return undefined;
    if (entry.expires === Infinity || this.#now() < entry.expires) return entry.value;
    this.delete(key);
    return undefined;
  }

  /**
   * Stores an entry, unless it is too large for the cache.
   * @param ttl time to live in milliseconds; 0 stores nothing
   */
  set(key: K, value: V, ttl = Infinity): void {
    this.delete(key);
    if (ttl <= 0) return;
    const bytes = this.#sizeOf(value, key) + entryBytes;
    const entry = { value, bytes, expires: ttl === Infinity ? Infinity : this.#now() + ttl };
    (bytes < largeFrom ? this.#small : this.#large).add(key, entry);
  }

  delete(key: K): void {
    this.#small.delete(key);
    this.#large.delete(key);
  }

  keys(): K[] {
    return [...this.#small.keys(), ...this.#large.keys()];
  }
}
