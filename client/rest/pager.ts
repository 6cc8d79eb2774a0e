import { isResourceExpired } from "../errors/predicates.js";
import { StatusError } from "../errors/status-error.js";
import type { ListOptions } from "./options.js";
import type { APIObject, ObjectList } from "./resource-type.js";

type ListPage<T extends APIObject> = (options: ListOptions) => Promise<ObjectList<T>>;

/**
 * Lists page by page. A page is requested when the caller has used the previous one (Go: pager).
 */
export async function* pagesOf<T extends APIObject>(
  list: ListPage<T>,
  options: ListOptions,
): AsyncGenerator<ObjectList<T>> {
  let next = options;
  for (;;) {
    const page = await nextPage(list, next);
    yield page;
    const token = page.metadata.continue ?? "";
    if (token === "") return;
    // Only the first request has a resourceVersion: a continue token contains the revision.
    next = { ...unmatched(options), resourceVersion: "", continue: token };
  }
}

function unmatched(options: ListOptions): ListOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== "resourceVersionMatch"));
}

/**
 * Requests a page. If its revision has expired, the response has a token for the rest at a newer
 * revision.
 */
async function nextPage<T extends APIObject>(list: ListPage<T>, options: ListOptions): Promise<ObjectList<T>> {
  try {
    return await list(options);
  } catch (error) {
    const onward =
      isResourceExpired(error) && error instanceof StatusError ? (error.status.metadata.continue ?? "") : "";
    if (onward === "" || (options.continue ?? "") === "") throw error;
    return list({ ...options, continue: onward });
  }
}

export async function* eachOf<T extends APIObject>(pages: AsyncIterable<ObjectList<T>>): AsyncGenerator<T> {
  for await (const { items } of pages) yield* items;
}
