import { isResourceExpired } from "../errors/predicates.js";
import type { ListOptions } from "../rest/options.js";
import type { APIObject } from "../rest/resource-type.js";
import type { Source } from "./source.js";

export interface Listed<T> {
  readonly objects: readonly T[];
  readonly resourceVersion: string;
}

/**
 * All of a collection as it was at one revision. In pages, where that is read from the store: a page of a revision that is
 * forgotten meanwhile does not go on from a newer one, which would mix two states, but is followed by one large list.
 */
export async function listAll<T extends APIObject>(source: Source<T>, options: ListOptions, pageSize: number): Promise<Listed<T>> {
  const { resourceVersion = "" } = options;
  // A limit and a revision together would mean exactly that revision.
  const limit = resourceVersion === "" || resourceVersion === "0" ? { limit: pageSize } : {};
  const first = await source.list({ ...options, ...limit });
  const objects = first.items;
  let token = first.metadata.continue ?? "";
  while (token !== "") {
    try {
      const page = await source.list({ ...options, resourceVersion: "", ...limit, continue: token });
      for (const object of page.items) objects.push(object);
      token = page.metadata.continue ?? "";
    } catch (error) {
      if (!isResourceExpired(error)) throw error;
      const all = await source.list(options);
      return { objects: all.items, resourceVersion: all.metadata.resourceVersion ?? "" };
    }
  }
  return { objects, resourceVersion: first.metadata.resourceVersion ?? "" };
}
