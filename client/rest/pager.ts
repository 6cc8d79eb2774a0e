import { isResourceExpired } from "../errors/predicates.js";
import { StatusError } from "../errors/status-error.js";
import type { ListOptions } from "./options.js";
import type { APIObject, ObjectList } from "./resource-type.js";

type ListPage<T extends APIObject> = (options: ListOptions) => Promise<ObjectList<T>>;

/**
 * Lists a collection page by page. Requests the next page when the caller has finished the previous
 * page (Go: pager.ListPager).
 */
export async function* listPages<T extends APIObject>(
  list: ListPage<T>,
  options: ListOptions,
): AsyncGenerator<ObjectList<T>> {
  let next = options;
  for (;;) {
    const page = await nextPage(list, next);
    yield page;
    const token = page.metadata.continue ?? "";
    if (token === "") return;
    // Later requests have no resourceVersion, because the continue token contains the revision.
    next = { ...unmatched(options), resourceVersion: "", continue: token };
  }
}

function unmatched(options: ListOptions): ListOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== "resourceVersionMatch"));
}

/**
 * Requests a page. If the revision of the list has expired, the error can contain a token for a
 * newer revision. In this case, requests the page again with this token.
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
