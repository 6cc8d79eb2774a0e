import { ConflictError, NotFoundError, UnconfirmedWriteError, type KeyValue, type Storage } from "../storage/index.js";
import { failureOf, translateErrors } from "./storage-failures.js";

/** The stored item from which a write computes the new object. */
export interface Base {
  /** Undefined if no item exists. */
  readonly item: KeyValue | undefined;
  /** False if the item comes from a cache and may be outdated. */
  readonly isCurrent: boolean;
}

/** Error of an attempt whose result is valid only for a current item. */
export class NeedsCurrentItem extends Error {}

/**
 * Runs a write until it is not in conflict with other writes. The first attempt may use a cached
 * item, which saves a request to a remote store: if the item is outdated, the store refuses the
 * write. Every other failure of an attempt with an outdated item has no meaning, so the attempt is
 * repeated with the current item (Go: GuaranteedUpdate in storage/etcd3). A write that may have
 * been executed is not repeated: the item would differ because of this write.
 * @param attempt throws the errors of the storage, or NeedsCurrentItem
 * @param allowsCached false if the first attempt must use the current item
 * @throws StatusError, or another error of `attempt`
 */
export async function writeFrom<T>(
  storage: Storage,
  key: string,
  attempt: (base: Base) => Promise<T>,
  allowsCached: boolean,
): Promise<T> {
  let base = allowsCached && !storage.isExclusive ? await cachedItem(storage, key) : await currentItem(storage, key);
  for (;;) {
    try {
      return await attempt(base);
    } catch (error) {
      const next = await baseAfter(error, base, storage, key);
      if (next === undefined) throw failureOf(error);
      base = next;
    }
  }
}

/** Returns the item for the next attempt; undefined if the failure is final. */
async function baseAfter(error: unknown, base: Base, storage: Storage, key: string): Promise<Base | undefined> {
  if (error instanceof NotFoundError) return { item: undefined, isCurrent: true };
  if (error instanceof ConflictError) return { item: error.current, isCurrent: true };
  if (base.isCurrent || error instanceof UnconfirmedWriteError) return undefined;
  const current = await currentItem(storage, key);
  const isOutdated = current.item?.revision !== base.item?.revision;
  return isOutdated || error instanceof NeedsCurrentItem ? current : undefined;
}

async function cachedItem(storage: Storage, key: string): Promise<Base> {
  const { item } = await translateErrors(storage.get(key, { notOlderThan: 0 }));
  return item === undefined ? currentItem(storage, key) : { item, isCurrent: false };
}

async function currentItem(storage: Storage, key: string): Promise<Base> {
  const { item } = await translateErrors(storage.get(key));
  return { item, isCurrent: true };
}
