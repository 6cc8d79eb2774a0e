import type { Qualified } from "../errors/index.js";
import type { KeyValue, Storage } from "../storage/index.js";
import type { APIObject } from "../request/api-object.js";
import { encodeContinue } from "./continue-token.js";
import type { OnList } from "./list-cost.js";
import { listFailureOf, type ListPlan } from "./read-options.js";
import { UnreadableObjectError, newStoreReadError } from "./unreadable-object.js";

/** Number of unreadable objects at which a list fails without reading further items. */
const most = 100;

/**
 * Collects the unreadable objects of a list. As in Go, the list then fails with an error that names
 * all of them.
 */
class UnreadableItems {
  readonly #resource: Qualified;
  readonly #found: UnreadableObjectError[] = [];

  constructor(resource: Qualified) {
    this.#resource = resource;
  }

  /**
   * Decodes an item. Returns undefined if the item is unreadable.
   * @throws StatusError if `most` items are unreadable
   */
  decoded<T>(item: KeyValue, decode: (item: KeyValue) => T): T | undefined {
    try {
      return decode(item);
    } catch (error) {
      if (!(error instanceof UnreadableObjectError)) throw error;
      this.#found.push(error);
      if (this.#found.length >= most) throw newStoreReadError(this.#resource, this.#found, true);
      return undefined;
    }
  }

  /**
   * Checks that all items were readable.
   * @throws StatusError with the keys of the unreadable items
   */
  check(): void {
    if (this.#found.length > 0) throw newStoreReadError(this.#resource, this.#found, false);
  }
}

/** A page of a collection at one revision. */
export interface ListedItems<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** Continue token of the next page; absent on the last page. */
  readonly continue?: string;
  /**
   * Number of items after this page. Absent on the last page, and if it is unknown because of
   * selectors or because the store did not count the items.
   */
  readonly remainingItemCount?: number;
}

export type ListedObjects = ListedItems<APIObject>;

export interface Collection<T> {
  /** Prefix of the keys to list, with a slash at its end. */
  readonly prefix: string;
  readonly resource: Qualified;
  /**
   * Decodes a stored item.
   * @throws UnreadableObjectError if the item cannot be decoded
   */
  readonly decode: (item: KeyValue) => T;
  /** Reports whether an object is selected; undefined if all objects are selected. */
  readonly selects: ((object: T) => boolean) | undefined;
  readonly onList?: OnList | undefined;
}

/**
 * Maximum number of items that a read from the store requests, except the first read of a list. A
 * list with selectors may need several reads to fill one page.
 */
const maxPage = 10_000;

/**
 * Reads a whole list or one page. If selectors exclude objects, continues to read from the store
 * until the page is full or the list ends.
 */
export async function readList<T>(
  storage: Storage,
  collection: Collection<T>,
  plan: ListPlan,
): Promise<ListedItems<T>> {
  const { prefix, decode, selects } = collection;
  const items: T[] = [];
  const unreadable = new UnreadableItems(collection.resource);
  let read = plan.token === undefined ? plan.read : { ...plan.read, startKey: prefix + plan.token.start };
  let page = plan.limit;
  const cost = { isCached: false, fetched: 0, evaluated: 0 };
  const report = (): void => {
    collection.onList?.({ ...cost, returned: items.length });
  };
  for (;;) {
    const result = await list(storage, prefix, page === 0 ? read : { ...read, limit: page }, plan);
    cost.isCached = result.isCached === true;
    cost.fetched += result.items.length;
    for (const [index, item] of result.items.entries()) {
      if (!cost.isCached) cost.evaluated++;
      const object = unreadable.decoded(item, decode);
      if (object === undefined || selects?.(object) === false) continue;
      items.push(object);
      if (items.length < plan.limit || plan.limit === 0) continue;
      const more = result.items.length - index - 1;
      if (more === 0 && result.remaining === 0) continue;
      unreadable.check();
      report();
      return unfinished(
        items,
        result.revision,
        item,
        result.remaining === undefined ? undefined : more + result.remaining,
        collection,
      );
    }
    const last = result.items.at(-1);
    if (result.remaining === 0 || last === undefined) {
      unreadable.check();
      report();
      return { items, resourceVersion: String(result.revision) };
    }
    read = { revision: result.revision, startKey: `${last.key}\0` };
    page = Math.min(page * 2, maxPage);
  }
}

async function list(
  storage: Storage,
  prefix: string,
  options: Parameters<Storage["list"]>[1],
  plan: ListPlan,
): ReturnType<Storage["list"]> {
  try {
    return await storage.list(prefix, options);
  } catch (error) {
    throw listFailureOf(error, plan);
  }
}

function unfinished<T>(
  items: readonly T[],
  revision: number,
  last: KeyValue,
  behind: number | undefined,
  { prefix, selects }: Collection<T>,
): ListedItems<T> {
  const list = {
    items,
    resourceVersion: String(revision),
    continue: encodeContinue({ revision, start: `${last.key.slice(prefix.length)}\0` }),
  };
  return selects === undefined && behind !== undefined ? { ...list, remainingItemCount: behind } : list;
}
