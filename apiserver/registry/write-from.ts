import { ConflictError, NotFoundError, UnconfirmedWriteError, type KeyValue, type Storage } from "../storage/index.js";
import { failureOf, translateErrors } from "./storage-failures.js";

/** The stored item from which a write computes the new object. */
export interface WriteBase {
  /** Stored item; undefined if none exists. */
  readonly item: KeyValue | undefined;
  /**
   * Checks that the item is the newest one. An attempt that writes nothing must call this function
   * before it returns. Otherwise the item would remain unchecked, because only a write compares it
   * with the store.
   * @throws ConflictError or NotFoundError, after which the attempt is repeated with the newest
   *   item
   */
  readonly confirm: () => Promise<void>;
}

/**
 * A base that reports whether its item is certainly the newest one. An item from a cache may be
 * outdated.
 */
interface Known extends WriteBase {
  readonly isCurrent: () => boolean;
}

/**
 * Runs a write, and repeats it after conflicts with other writes (Go: GuaranteedUpdate in
 * storage/etcd3). The first attempt may use a cached item, which saves a request to a remote store:
 * if the item is outdated, the store refuses the write. If an attempt with an outdated item fails
 * for another reason, it is repeated with the newest item, because the failure may be caused by the
 * outdated item. If the cached item was the newest one, the attempt is not repeated, because each
 * attempt calls all admission plugins. A write that may have been executed is not repeated either,
 * because the item may differ only because of this write.
 * @param attempt throws the errors of the storage
 * @param allowsCached false if the first attempt must use the newest item
 * @throws StatusError, or another error of `attempt`
 */
export async function writeFrom<T>(
  storage: Storage,
  key: string,
  attempt: (base: WriteBase) => Promise<T>,
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
async function baseAfter(error: unknown, base: Known, storage: Storage, key: string): Promise<Known | undefined> {
  if (error instanceof NotFoundError) return current(undefined);
  if (error instanceof ConflictError) return current(error.current);
  if (base.isCurrent() || error instanceof UnconfirmedWriteError) return undefined;
  const next = await currentItem(storage, key);
  return next.item?.revision === base.item?.revision ? undefined : next;
}

async function cachedItem(storage: Storage, key: string): Promise<Known> {
  const { item } = await translateErrors(storage.get(key, { notOlderThan: 0 }));
  if (item === undefined) return currentItem(storage, key);
  let isCurrent = false;
  const confirm = async () => {
    if (isCurrent) return;
    const { item: newest } = await currentItem(storage, key);
    if (newest === undefined) throw new NotFoundError(key);
    if (newest.revision !== item.revision) throw new ConflictError(key, item.revision, newest);
    isCurrent = true;
  };
  return { item, confirm, isCurrent: () => isCurrent };
}

async function currentItem(storage: Storage, key: string): Promise<Known> {
  const { item } = await translateErrors(storage.get(key));
  return current(item);
}

function current(item: KeyValue | undefined): Known {
  return { item, confirm: () => Promise.resolve(), isCurrent: () => true };
}
