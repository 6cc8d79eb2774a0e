import { isResourceExpired } from "../errors/predicates.js";
import type { ListOptions } from "../rest/options.js";
import type { APIObject } from "../rest/resource-type.js";
import type { ListerWatcher } from "./lister-watcher.js";

export interface ListedCollection<T> {
  readonly objects: readonly T[];
  readonly resourceVersion: string;
}

export interface PagedList<T> extends ListedCollection<T> {
  /** True if the server sent more than one page. */
  readonly isPaged: boolean;
}

/**
 * Lists a whole collection at one revision. Requests pages of `pageSize` items; without `pageSize`,
 * requests all items in one response. If the revision expires between two pages, requests all items
 * again in one response, because pages of different revisions would be inconsistent.
 */
export async function listAll<T extends APIObject>(
  listerWatcher: ListerWatcher<T>,
  options: ListOptions,
  pageSize: number | undefined,
): Promise<PagedList<T>> {
  const limit = pageSize === undefined ? {} : { limit: pageSize };
  const first = await listerWatcher.list({ ...options, ...limit });
  const objects = first.items;
  let token = first.metadata.continue ?? "";
  const isPaged = token !== "";
  while (token !== "") {
    try {
      const page = await listerWatcher.list({ ...options, resourceVersion: "", ...limit, continue: token });
      for (const object of page.items) objects.push(object);
      token = page.metadata.continue ?? "";
    } catch (error) {
      if (!isResourceExpired(error)) throw error;
      const all = await listerWatcher.list(options);
      return { objects: all.items, resourceVersion: all.metadata.resourceVersion ?? "", isPaged };
    }
  }
  return { objects, resourceVersion: first.metadata.resourceVersion ?? "", isPaged };
}
