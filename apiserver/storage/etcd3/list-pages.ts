import type { Slab } from "../shared/slab.js";
import type { KeyValue, ListResult } from "../storage.js";
import { isEmptyRange, keyRange } from "./key-range.js";
import { toNumber, type RangeRequest, type RangeResponse } from "./messages.js";
import { toItem } from "./to-event.js";

/** Number of items in the first request of a list. */
const firstPage = 500;

/**
 * Target size of each response after the first, in bytes. Large responses use much memory in etcd
 * and delay other requests.
 */
const pageBytes = 4 << 20;

const maxPage = 10_000;

export interface PagesOptions {
  readonly prefix: string;
  readonly startKey: string | undefined;
  /** Maximum number of items; 0 for all. */
  readonly limit: number;
  /** Revision to read; undefined for the newest one. */
  readonly revision: number | undefined;
  readonly slab: Slab;
  readonly read: (request: RangeRequest) => Promise<RangeResponse>;
}

/**
 * Reads a list with one or more requests, all at the same revision.
 * @throws the errors of `read`
 */
export async function readPages({ prefix, startKey, limit, revision, slab, read }: PagesOptions): Promise<ListResult> {
  const items: KeyValue[] = [];
  let range = keyRange(prefix, startKey);
  let at = revision;
  let page = firstPage;
  let bytes = 0;
  for (;;) {
    // etcd refuses an empty range, so a range without stored keys is requested instead.
    if (isEmptyRange(range)) range = keyRange("\0");
    const wanted = limit === 0 ? page : Math.min(page, limit - items.length);
    const response = await read({ ...range, limit: wanted, ...(at !== undefined && { revision: at }) });
    at ??= toNumber(response.header.revision);
    for (const each of response.kvs) {
      items.push(toItem(each, slab));
      bytes += each.value.length;
    }
    const remaining = toNumber(response.count) - response.kvs.length;
    const last = response.kvs.at(-1);
    if (remaining <= 0 || last === undefined || items.length === limit) return { items, revision: at, remaining };
    range = keyRange(prefix, `${last.key}\0`);
    page = Math.max(1, Math.min(maxPage, Math.floor((pageBytes * items.length) / Math.max(1, bytes))));
  }
}
