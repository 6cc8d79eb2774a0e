import { StorageError } from "./errors.js";
import { isEncrypted } from "./encryption/identity.js";
import type { KeyValue, Storage } from "./storage.js";

/** Number of objects in a page. The missing objects of a page are written at the same time. */
const pageSize = 200;

/** A store, and the prefix of its keys. The prefix has no slash at its end. */
export interface KeySpace {
  readonly storage: Storage;
  readonly prefix: string;
  /** Name of the store in messages. */
  readonly name: string;
  /**
   * Returns the time to live of the copy of an object, in seconds; 0 if it has none. Absent if no
   * copy has one.
   */
  readonly ttlOf?: (item: KeyValue) => number;
}

/** A store to which objects are copied. */
export interface CopyTarget extends KeySpace {
  /** Called before the first object is copied. From then on, the store is incomplete. */
  readonly onBegin?: () => Promise<void>;
  /** Called when the store has all objects. */
  readonly onComplete?: () => Promise<void>;
}

export interface CopyResult {
  /** Number of objects that were written. */
  readonly copied: number;
  /** Number of objects that an earlier copy had written. */
  readonly existed: number;
}

/** Error of a copy that cannot be completed. */
export class CopyError extends StorageError {}

/**
 * Copies all objects under a prefix to another store, and compares both stores afterwards. A copy
 * that was interrupted can be repeated, because equal objects in the target are accepted. The
 * objects get new revisions; history is not copied. No other program may write to the stores.
 * @param onProgress called with the number of compared objects after each page
 * @throws CopyError if the target has an object that the source does not have or that has another
 *   value, if an object is encrypted or cannot be read, or if another program has written
 */
export async function copyObjects(
  from: KeySpace,
  to: CopyTarget,
  onProgress: (objects: number) => void,
): Promise<CopyResult> {
  for await (const page of pagesOf(to)) await requireSame(page, to, from);
  await to.onBegin?.();
  let [copied, existed] = [0, 0];
  for await (const page of pagesOf(from)) {
    const missing = await missingIn(page, from, to);
    const create = (item: KeyValue): Promise<KeyValue> =>
      to.storage.create(keyIn(to, from, item.key), item.value, { ttl: from.ttlOf?.(item) ?? 0 });
    await Promise.all(missing.map(create));
    copied += missing.length;
    existed += page.length - missing.length;
    onProgress(copied + existed);
  }
  let count = 0;
  for await (const page of pagesOf(to)) {
    await requireSame(page, to, from);
    count += page.length;
  }
  if (count !== copied + existed)
    throw new CopyError(
      `${to.name} has ${count} objects after the copy, ${from.name} has ${copied + existed}: a program has written to one of them. Stop it, and start the copy again`,
    );
  await to.onComplete?.();
  return { copied, existed };
}

async function* pagesOf({ storage, prefix, name }: KeySpace): AsyncGenerator<readonly KeyValue[]> {
  let startKey = "";
  for (;;) {
    const { items, remaining } = await storage.list(`${prefix}/`, { limit: pageSize, startKey });
    for (const { key, unreadable, value } of items) {
      if (isEncrypted(value))
        throw new CopyError(
          `${name} has an object that is encrypted: ${key}. Set --encryption-provider-config to the configuration of the server`,
        );
      if (unreadable !== undefined)
        throw new CopyError(`${name} has an object that can't be read: ${key}: ${unreadable}. Delete it first`);
    }
    if (items.length > 0) yield items;
    const last = items.at(-1);
    if (last === undefined || remaining === 0) return;
    startKey = `${last.key}\0`;
  }
}

/**
 * Returns the items of the store `own` that the store `other` does not have.
 *
 * @throws CopyError if an item has another value in the store `other`
 */
async function missingIn(items: readonly KeyValue[], own: KeySpace, other: KeySpace): Promise<readonly KeyValue[]> {
  const found = await Promise.all(items.map(({ key }) => other.storage.get(keyIn(other, own, key))));
  return items.filter(({ key, value }, index) => {
    const item = found[index]?.item;
    if (item !== undefined && !Buffer.from(item.value).equals(value))
      throw new CopyError(
        `${key} of ${own.name} has another value than ${item.key} of ${other.name}. Use an empty target`,
      );
    return item === undefined;
  });
}

/**
 * Checks that all given items of the store `to` are copies of objects of the store `from`.
 * @throws CopyError for an item without an equal object in the store `from`
 */
async function requireSame(items: readonly KeyValue[], to: KeySpace, from: KeySpace): Promise<void> {
  const [other] = await missingIn(items, to, from);
  if (other !== undefined)
    throw new CopyError(
      `${to.name} has the object ${other.key}, which ${from.name} does not have. Use a target without objects under ${to.prefix}/`,
    );
}

/** Returns the key in the store `target` for a key of the store `source`. */
function keyIn(target: KeySpace, source: KeySpace, key: string): string {
  return target.prefix + key.slice(source.prefix.length);
}
