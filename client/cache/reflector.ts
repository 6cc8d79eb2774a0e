import {
  isBadRequest,
  isExpiredOrGone,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isResourceExpired,
  isServiceUnavailable,
  isTimeout,
  isTooLargeResourceVersion,
  isTooManyRequests,
  suggestsClientDelay,
} from "../errors/predicates.js";
import { defaultMaxRetryAfter } from "../rest/retry-after.js";
import { abortReason, sleep } from "../rest/sleep.js";
import { ConnectionError } from "../rest/transport.js";
import type { APIObject, WatchEvent } from "../rest/resource-type.js";
import { GrowingDelays, reflectorBackoff, type BackoffOptions } from "./backoff.js";
import { NoInitialEventsError, readInitialEvents } from "./initial-events.js";
import { listAll, type ListedCollection } from "./list-all.js";
import type { ListerWatcher, ReflectorStore } from "./lister-watcher.js";

/** Options of the lists and watches that fill a cache. */
export interface ReflectorOptions {
  /** Selects objects by their labels. Default: all objects. */
  readonly labelSelector?: string;
  /** Selects objects by their fields. Default: all objects. */
  readonly fieldSelector?: string;
  /** True to request objects without managedFields. Default: the option of the client. */
  readonly dropManagedFields?: boolean;
  /**
   * Receives the error of each failure. The reflector retries after every failure. Default: errors
   * are ignored.
   */
  readonly onError?: (error: unknown) => void;
  /**
   * True to request the first list as a stream if the server supports streamed lists. A stream
   * costs the server less memory than a list. Default: true.
   */
  readonly useWatchList?: boolean;
  /**
   * Page size of all lists. Default: 500 for lists without a revision or at resourceVersion 0.
   * Lists at another revision have no page size by default, unless the server has sent a list at
   * resourceVersion 0 in pages.
   */
  readonly pageSize?: number;
  /**
   * Minimum timeout of a watch, in seconds. The actual timeout is a random number between this
   * value and twice this value. Default: 300.
   */
  readonly minWatchSeconds?: number;
  /** Delays between retries after failures. Default: `reflectorBackoff`. */
  readonly backoff?: BackoffOptions;
}

type Batches<T extends APIObject> = AsyncGenerator<readonly WatchEvent<T>[]>;

/**
 * Options of requests without automatic retries. The reflector itself decides whether to retry,
 * because some errors require a different request.
 */
const once = { maxRetries: 0 };

/**
 * Minimum duration of a watch, in milliseconds. If a watch without events ends earlier, the
 * reflector waits before it opens the next one.
 */
const veryShort = 1000;

/**
 * Maximum number of failures since the last watch that sent events and ended without an error.
 * After one more failure, the reflector lists the collection again. Failures to connect and
 * responses with the code 429 are not counted.
 */
const maxFailures = 5;

/**
 * Keeps a store up to date with a collection of a server (Go: cache.Reflector). Continues after
 * failures of the server or the connection.
 */
export class Reflector<T extends APIObject> {
  readonly #listerWatcher: ListerWatcher<T>;
  readonly #store: ReflectorStore<T>;
  readonly #options: ReflectorOptions;
  readonly #backoff: GrowingDelays;
  #useWatchList: boolean;
  #last = "";
  /**
   * True if the server has sent a list at resourceVersion 0 in pages, which means that it has no
   * watch cache. The reflector then requests later lists in pages, too.
   */
  #isPaged = false;
  /**
   * True if the server cannot serve the last received revision, because the revision has expired or
   * the server has not reached it.
   */
  #isLastUnavailable = false;

  constructor(listerWatcher: ListerWatcher<T>, store: ReflectorStore<T>, options: ReflectorOptions = {}) {
    this.#listerWatcher = listerWatcher;
    this.#store = store;
    this.#options = options;
    this.#backoff = new GrowingDelays(options.backoff ?? reflectorBackoff);
    this.#useWatchList = options.useWatchList ?? true;
  }

  /** Revision of the objects in the store; empty before the first list. */
  get lastSyncResourceVersion(): string {
    return this.#last;
  }

  /** Runs until the signal is aborted. Never throws. */
  async run(signal: AbortSignal): Promise<void> {
    while (!isAborted(signal)) {
      try {
        await this.#listAndWatch(signal);
      } catch (error) {
        if (isAborted(signal)) return;
        this.#options.onError?.(error);
        await this.#pause(error, signal);
      }
    }
  }

  /** Lists the collection, then watches it. Returns when a new list is needed. */
  async #listAndWatch(signal: AbortSignal): Promise<void> {
    const opened = this.#useWatchList ? await this.#streamList(signal) : undefined;
    if (opened === undefined) await this.#list(signal);
    await this.#follow(opened, signal);
  }

  async #list(signal: AbortSignal): Promise<void> {
    const list = (resourceVersion: string) =>
      listAll(
        this.#listerWatcher,
        { ...this.#selectors(), resourceVersion, signal, ...once },
        this.#pageSizeAt(resourceVersion),
      );
    // The first list can be outdated, because the watch then brings the store up to date. Later
    // lists must not be older than the store.
    const from = this.#isLastUnavailable ? "" : this.#last === "" ? "0" : this.#last;
    try {
      const listed = await list(from);
      if (from === "0") this.#isPaged ||= listed.isPaged;
      this.#replace(listed);
    } catch (error) {
      if (from === "" || !isRevisionUnavailable(error)) throw error;
      this.#isLastUnavailable = true;
      this.#replace(await list(""));
    }
  }

  /**
   * Returns the page size for a list at a revision; undefined for no limit. Source: Reflector.list
   * of client-go.
   */
  #pageSizeAt(resourceVersion: string): number | undefined {
    if (this.#options.pageSize !== undefined) return this.#options.pageSize;
    // For a list at a revision other than 0, servers use their watch cache only if the list has no
    // limit.
    return this.#isPaged || resourceVersion === "" || resourceVersion === "0" ? defaultPageSize : undefined;
  }

  /**
   * Requests the list as a stream.
   * @returns the rest of the stream after the list; undefined if the collection must be listed
   * without a stream
   */
  async #streamList(signal: AbortSignal): Promise<Batches<T> | undefined> {
    const resourceVersion = this.#isLastUnavailable ? "" : this.#last;
    try {
      const stream = await this.#listerWatcher.watch({
        ...this.#watchOptions(signal),
        resourceVersion,
        resourceVersionMatch: "NotOlderThan",
        sendInitialEvents: true,
      });
      const streamed = await readInitialEvents(stream);
      this.#replace(streamed);
      return streamed.batches;
    } catch (error) {
      if (isAborted(signal)) throw error;
      if (isRevisionUnavailable(error)) this.#isLastUnavailable = true;
      // Servers before Kubernetes 1.27 refuse a request for a streamed list.
      else if (
        isInvalid(error) ||
        isBadRequest(error) ||
        isMethodNotSupported(error) ||
        error instanceof NoInitialEventsError
      )
        this.#useWatchList = false;
      else throw error;
      return undefined;
    }
  }

  /**
   * Opens watches one after the other. Each watch starts at the last received revision. Returns
   * when the server cannot serve this revision. Throws errors that are not transient, and the last
   * error after more than `maxFailures` failures.
   */
  async #follow(opened: Batches<T> | undefined, signal: AbortSignal): Promise<void> {
    let batches = opened;
    let isSuspicious = false;
    let failures = 0;
    for (;;) {
      const options = this.#watchOptions(signal);
      const start = performance.now();
      try {
        if (isSuspicious) await this.#checkServer(signal);
        batches ??= (await this.#listerWatcher.watch({ ...options, resourceVersion: this.#last })).batches();
        const isEmpty = await this.#consume(batches);
        const lived = performance.now() - start;
        // If a watch ends long before its timeout, the server may have been replaced by another
        // server.
        isSuspicious = lived < options.timeoutSeconds * 900;
        if (!isEmpty) failures = 0;
        if (isEmpty && lived < veryShort)
          throw new ConnectionError("very short watch: it ended within a second without an event", false, undefined);
      } catch (error) {
        if (isAborted(signal)) throw abortReason(signal);
        if (isExpiredOrGone(error)) return;
        if (isTooLargeResourceVersion(error)) {
          this.#isLastUnavailable = true;
          return;
        }
        // After several failures at the same revision, a new list may help. It does not help if the
        // server is overloaded or not running, so such failures are not counted.
        if (!isUnsent(error) && !isTooManyRequests(error)) failures++;
        if (!isTransient(error) || failures > maxFailures) throw error;
        this.#options.onError?.(error);
        isSuspicious = true;
        await this.#pause(error, signal);
      }
      batches = undefined;
    }
  }

  /**
   * Checks that the server has reached the last received revision. A server that has lost its
   * latest writes accepts a watch from a later revision, but sends no events. However, it refuses a
   * list that must be at least as new as this revision.
   * @throws StatusError if the server has not reached the revision, or refuses the list for another
   *   reason
   */
  async #checkServer(signal: AbortSignal): Promise<void> {
    if (this.#last === "") return;
    await this.#listerWatcher.list({
      ...this.#selectors(),
      resourceVersion: this.#last,
      resourceVersionMatch: "NotOlderThan",
      limit: 1,
      signal,
      ...once,
    });
  }

  /**
   * Applies the events of a watch to the store.
   * @returns true if the watch has sent no events
   */
  async #consume(batches: Batches<T>): Promise<boolean> {
    let isEmpty = true;
    for await (const events of batches) {
      isEmpty = false;
      this.#backoff.reset();
      this.#apply(events);
    }
    return isEmpty;
  }

  #apply(events: readonly WatchEvent<T>[]): void {
    for (const { type, object } of events) {
      const { resourceVersion = "" } = object.metadata;
      if (isOlder(resourceVersion, this.#last)) {
        this.#isLastUnavailable = true;
        throw new Error(
          `a watch went back from resourceVersion ${this.#last} to ${resourceVersion}: the collection is listed again`,
        );
      }
      if (type === "DELETED") this.#store.delete(object);
      else if (type !== "BOOKMARK") this.#store.set(object);
      if (resourceVersion !== "") this.#last = resourceVersion;
    }
  }

  #replace({ objects, resourceVersion }: ListedCollection<T>): void {
    this.#store.replace(objects, resourceVersion);
    this.#last = resourceVersion;
    this.#isLastUnavailable = false;
    this.#backoff.reset();
  }

  #selectors(): Pick<ReflectorOptions, "labelSelector" | "fieldSelector" | "dropManagedFields"> {
    const { labelSelector, fieldSelector, dropManagedFields } = this.#options;
    return {
      ...(dropManagedFields === undefined ? {} : { dropManagedFields }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    };
  }

  #watchOptions(signal: AbortSignal): {
    readonly timeoutSeconds: number;
    readonly allowWatchBookmarks: true;
    readonly signal: AbortSignal;
    readonly maxRetries: number;
  } {
    // The timeout is random, so that clients do not reconnect at the same time.
    const timeoutSeconds = Math.ceil((this.#options.minWatchSeconds ?? 300) * (1 + Math.random()));
    return { ...this.#selectors(), timeoutSeconds, allowWatchBookmarks: true, signal, ...once };
  }

  async #pause(error: unknown, signal: AbortSignal): Promise<void> {
    const asked = Math.min(suggestsClientDelay(error) ?? 0, defaultMaxRetryAfter) * 1000;
    await sleep(Math.max(this.#backoff.next(), asked), signal).catch(() => undefined);
  }
}

/**
 * Returns `signal.aborted`. If the caller read the property directly, the compiler would assume
 * that its value stays false.
 */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function isRevisionUnavailable(error: unknown): boolean {
  return isResourceExpired(error) || isTooLargeResourceVersion(error);
}

/**
 * Reports whether the client could not connect to the server. After such a failure, the reflector
 * does not list again: the list would fail, too, and after an outage all clients would list at the
 * same time.
 */
function isUnsent(error: unknown): boolean {
  return error instanceof ConnectionError && error.isUnsent;
}

/** Default page size in items, as in client-go. */
const defaultPageSize = 500;

/** Reports whether a failed watch can be opened again at the same revision. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    isTooManyRequests(error) ||
    isInternalError(error) ||
    isServiceUnavailable(error) ||
    isTimeout(error)
  );
}

/**
 * Reports whether revision `a` is older than revision `b`. Returns false if one of them is not a
 * decimal number. Revisions are decimal numbers since KEP-5504. They are compared as strings,
 * because they can exceed the safe integers of JavaScript.
 */
function isOlder(a: string, b: string): boolean {
  if (!number.test(a) || !number.test(b)) return false;
  return a.length === b.length ? a < b : a.length < b.length;
}

const number = /^[1-9]\d*$/;
