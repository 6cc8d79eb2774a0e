import { goQuote, type ResourceVersionMatch } from "@apimachinery/runtime";
import { newBadRequest, newResourceExpired } from "../errors/index.js";
import { CompactedError, type StoredListOptions as StorageListOptions, type ReadOptions } from "../storage/index.js";
import { decodeContinue, encodeContinue, expiredContinue, type ContinueToken } from "./continue-token.js";
import type { Selection } from "./selection.js";
import { failureOf } from "./storage-failures.js";

/** Options of a list or of the deletion of a collection. */
export interface CollectionOptions {
  readonly selection: Selection;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: ResourceVersionMatch | "";
  /** Maximum number of objects of a page; 0 for no limit. */
  readonly limit: number;
  readonly continue: string;
}

const maxUint64 = (1n << 64n) - 1n;

/**
 * Parses a revision: a decimal number of up to 64 bits. A number above the largest safe integer is
 * returned as the largest safe integer.
 * @param where beginning of the error message
 * @throws StatusError 400 with Go's message for any other string
 */
export function parseRevision(text: string, where = "resourceVersion: "): number {
  const isNumber = /^\d+$/.test(text);
  if (isNumber && BigInt(text) <= maxUint64) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const quoted = goQuote(text);
  const why = isNumber ? "value out of range" : "invalid syntax";
  throw newBadRequest(`${where}Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${why}`);
}

/**
 * Returns the options for reading one object from the store. Without a resourceVersion, the newest
 * state is read, otherwise any state that is not older than the resourceVersion.
 */
export function getOptions(resourceVersion: string): ReadOptions {
  return resourceVersion === "" ? {} : { notOlderThan: parseRevision(resourceVersion) };
}

/**
 * Options for reading a list from the store. They are derived from the query parameters
 * resourceVersion, resourceVersionMatch, limit and continue.
 */
export interface ListPlan {
  readonly read: StorageListOptions;
  readonly limit: number;
  readonly token?: ContinueToken;
}

/**
 * Converts the query parameters of a list to options for the store.
 * @param selectsOne true if the selectors can select at most one object. As in Go, the parameter
 *   limit then has no effect.
 */
export function planList(options: CollectionOptions, selectsOne = false): ListPlan {
  if (options.continue !== "") return planContinue(options);
  const { resourceVersion, resourceVersionMatch } = options;
  const limit = selectsOne ? 0 : options.limit;
  if (resourceVersion === "") return { read: {}, limit };
  const revision = parseRevision(resourceVersion, "invalid resource version: resourceVersion: ");
  // With resourceVersion 0, the client accepts any state. In this case, the server ignores `limit`
  // and returns the whole list from memory.
  if (revision === 0) return { read: { notOlderThan: 0 }, limit: 0 };
  const isExact = resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limit > 0);
  return { read: isExact ? { revision } : { notOlderThan: revision }, limit };
}

function planContinue({ continue: text, resourceVersion, limit }: CollectionOptions): ListPlan {
  const token = decodeContinue(text);
  if (resourceVersion !== "" && resourceVersion !== "0")
    throw newBadRequest("specifying resource version is not allowed when using continue");
  return { read: token.revision > 0 ? { revision: token.revision } : {}, limit, token };
}

/**
 * Returns the error for the client. If the page of a continue token has expired, the error contains
 * a new token, which continues with the current state of the list.
 */
export function listFailureOf(error: unknown, { token }: ListPlan): unknown {
  if (!(error instanceof CompactedError) || token === undefined) return failureOf(error);
  return newResourceExpired(expiredContinue, encodeContinue({ revision: -1, start: token.start }));
}
