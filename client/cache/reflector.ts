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
import { reasonOf, sleep } from "../rest/sleep.js";
import { ConnectionError } from "../rest/transport.js";
import type { APIObject, WatchEvent } from "../rest/resource-type.js";
import { Backoff, reflectorBackoff, type BackoffOptions } from "./backoff.js";
import { NoInitialEventsError, readInitialEvents } from "./initial-events.js";
import { listAll, type Listed } from "./list-all.js";
import { isOlder } from "./resource-version.js";
import type { ListerWatcher, ReflectorStore } from "./lister-watcher.js";

export interface ReflectorOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Hears of every failure; all of them are overcome by trying again. */
  readonly onError?: (error: unknown) => void;
  /**
   * Whether the first list comes as a stream, where the server can do that, which costs it less.
   * True where absent.
   */
  readonly useWatchList?: boolean;
  /**
   * The size of the pages in which collections are listed. Where absent it is 500, and only lists
   * that the server reads from its store come in pages: its watch cache ignores the limit of a list
   * at resourceVersion 0.
   */
  readonly pageSize?: number;
  /** A watch lives so many seconds, or up to twice as long; 300 where absent. */
  readonly minWatchSeconds?: number;
  readonly backoff?: BackoffOptions;
}

type Batches<T extends APIObject> = AsyncGenerator<readonly WatchEvent<T>[]>;

/**
 * Trying again is its own business: it knows which answers mean that it must ask for something
 * else.
 */
const once = { maxRetries: 0 };

/**
 * A watch that ended at once with nothing in it: not to be opened again in a hurry. In
 * milliseconds.
 */
const veryShort = 1000;

/** How often in a row a watch may fail that brings nothing, before everything is listed anew. */
const maxFailures = 5;

/**
 * Keeps a sink the same as a collection of a server, through everything that may happen to either:
 * Go's cache.Reflector.
 */
export class Reflector<T extends APIObject> {
  readonly #listerWatcher: ListerWatcher<T>;
  readonly #store: ReflectorStore<T>;
  readonly #options: ReflectorOptions;
  readonly #backoff: Backoff;
  #useWatchList: boolean;
  #last = "";
  /**
   * Whether the server sent a list at resourceVersion 0 in pages: it has no watch cache, and later
   * lists come in pages, too.
   */
  #isPaged = false;
  /**
   * Whether the server does not know the last revision: it has forgotten it, or never come to it.
   */
  #isLastUnavailable = false;

  constructor(listerWatcher: ListerWatcher<T>, store: ReflectorStore<T>, options: ReflectorOptions = {}) {
    this.#listerWatcher = listerWatcher;
    this.#store = store;
    this.#options = options;
    this.#backoff = new Backoff(options.backoff ?? reflectorBackoff);
    this.#useWatchList = options.useWatchList ?? true;
  }

  /** The revision that the sink is of; empty before the first list. */
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

  /** Returns when there is to be a new list. */
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
    // At the first time any state will do, as the watch brings it up to date; never one older than
    // what was seen.
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

  /** Returns the limit of a list. Source: Reflector.list of client-go. */
  #pageSizeAt(resourceVersion: string): number | undefined {
    if (this.#options.pageSize !== undefined) return this.#options.pageSize;
    // A server with a watch cache lists a revision from it only where the list has no limit.
    return this.#isPaged || resourceVersion === "" || resourceVersion === "0" ? defaultPageSize : undefined;
  }

  /** @returns the watch that the list came by; undefined where it has to be listed */
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
      // Servers before Kubernetes 1.27 refuse the question, and say so.
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
   * Watches again and again from where the last one ended. Returns when the server has forgotten
   * that.
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
        // Who ended it long before its time is perhaps not who answers next.
        isSuspicious = lived < options.timeoutSeconds * 900;
        if (!isEmpty) failures = 0;
        if (isEmpty && lived < veryShort)
          throw new ConnectionError("very short watch: it ended within a second and brought nothing", false, undefined);
      } catch (error) {
        if (isAborted(signal)) throw reasonOf(signal);
        if (isExpiredOrGone(error)) return;
        if (isTooLargeResourceVersion(error)) {
          this.#isLastUnavailable = true;
          return;
        }
        // A watch that keeps failing at one revision may succeed at another. A list would not help
        // a server that is overloaded or gone.
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
   * A server that came back without its latest writes accepts a watch from a revision that it has
   * not reached, and is silent until it has. Asked for a list that is not older, it says that it
   * has not. @throws StatusError
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

  /** @returns whether nothing came */
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
          `a watch went back from resourceVersion ${this.#last} to ${resourceVersion}: everything is listed anew`,
        );
      }
      if (type === "DELETED") this.#store.delete(object);
      else if (type !== "BOOKMARK") this.#store.set(object);
      if (resourceVersion !== "") this.#last = resourceVersion;
    }
  }

  #replace({ objects, resourceVersion }: Listed<T>): void {
    this.#store.replace(objects, resourceVersion);
    this.#last = resourceVersion;
    this.#isLastUnavailable = false;
    this.#backoff.reset();
  }

  #selectors(): { readonly labelSelector?: string; readonly fieldSelector?: string } {
    const { labelSelector, fieldSelector } = this.#options;
    return {
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
    // At random, so that not all come back at once.
    const timeoutSeconds = Math.ceil((this.#options.minWatchSeconds ?? 300) * (1 + Math.random()));
    return { ...this.#selectors(), timeoutSeconds, allowWatchBookmarks: true, signal, ...once };
  }

  async #pause(error: unknown, signal: AbortSignal): Promise<void> {
    const asked = Math.min(suggestsClientDelay(error) ?? 0, defaultMaxRetryAfter) * 1000;
    await sleep(Math.max(this.#backoff.next(), asked), signal).catch(() => undefined);
  }
}

/** A function, as the compiler takes a property that was false once to stay so. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function isRevisionUnavailable(error: unknown): boolean {
  return isResourceExpired(error) || isTooLargeResourceVersion(error);
}

/**
 * Whether the server was not there at all: a list would not find it either, and all that come back
 * at once should not ask for one.
 */
function isUnsent(error: unknown): boolean {
  return error instanceof ConnectionError && error.isUnsent;
}

/** The size of a page where the options have none: client-go's. */
const defaultPageSize = 500;

/** Whether a watch that failed so may be opened again from where it was. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    isTooManyRequests(error) ||
    isInternalError(error) ||
    isServiceUnavailable(error) ||
    isTimeout(error)
  );
}
