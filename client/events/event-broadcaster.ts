import { setMaxListeners } from "node:events";
import type { RESTClient } from "../rest/rest-client.js";
import { EventRecorder } from "./event-recorder.js";
import { type Event, eventResource } from "./event.js";
import { defaultSpamLimit, SpamFilter, type SpamLimit } from "./spam-filter.js";
import { microTimeOf } from "@apimachinery/runtime";
import { seriesKey } from "./event-key.js";
import {
  isAlreadyExists,
  isInternalError,
  isNotFound,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
} from "../errors/predicates.js";
import { StatusError } from "../errors/status-error.js";
import { abortReason, sleep } from "../rest/sleep.js";

/** Options of recorded events. */
export interface EventBroadcasterOptions {
  /**
   * Limit of the number of events of one recorder and one type about one object. Default: 25
   * events, then one event in five minutes.
   */
  readonly spamLimit?: SpamLimit;
  /** Time between two attempts to write an event, in milliseconds. Default: 10,000. */
  readonly retryDelay?: number;
  /**
   * Time after which a series of events ends if the event does not occur again, in milliseconds.
   * The final count is then written. Default: 360,000.
   */
  readonly finishTime?: number;
  /**
   * Interval at which all series are written again, in milliseconds. The server deletes an event
   * one hour after its last change. Default: 1,800,000.
   */
  readonly refreshTime?: number;
  /** Receives errors of recorders, handlers and requests. Default: errors are ignored. */
  readonly onError?: (error: unknown) => void;
}

type Handler = (event: Event) => void;

/**
 * Receives the events of recorders, and writes them to a server (Go: events.EventBroadcaster).
 * Repeated events with the same type, action, reason and objects are combined into one event with a
 * series.
 */
export class EventBroadcaster {
  readonly #options: EventBroadcasterOptions;
  readonly #sink: EventSink;
  readonly #cache: EventSeriesCache;
  readonly #writes: PendingWrites;
  readonly #handlers = new Set<Handler>();
  #stop: AbortController | undefined;
  #timers: readonly NodeJS.Timeout[] = [];
  #isShutDown = false;

  constructor(client: RESTClient, options: EventBroadcasterOptions = {}) {
    this.#options = options;
    this.#sink = new EventSink(client, options.retryDelay ?? 10_000);
    this.#cache = new EventSeriesCache(new SpamFilter(options.spamLimit ?? defaultSpamLimit));
    this.#writes = new PendingWrites((error) => {
      this.#report(error);
    });
  }

  /**
   * Returns a recorder for events of a program.
   * @param reportingController name of the program, such as `example.com/bakery-controller`
   */
  newRecorder(reportingController: string): EventRecorder {
    return new EventRecorder(
      reportingController,
      (event) => {
        this.#action(event);
      },
      (error) => {
        this.#report(error);
      },
    );
  }

  /** Writes events to the server from now on, until `shutdown`. Earlier events are not written. */
  startRecordingToSink(): void {
    if (this.#stop !== undefined || this.#isShutDown) return;
    this.#stop = new AbortController();
    // Each write in progress adds listeners, so the limit on listeners is removed.
    setMaxListeners(0, this.#stop.signal);
    const { finishTime = 360_000, refreshTime = 1_800_000 } = this.#options;
    const every = (milliseconds: number, events: () => readonly Event[]) =>
      setInterval(() => {
        this.#write(events());
      }, milliseconds).unref();
    this.#timers = [
      every(finishTime, () => this.#cache.finish(finishTime)),
      every(refreshTime, () => this.#cache.series()),
    ];
  }

  /**
   * Calls a function for each event, including repeated events of a series. Can be used to log
   * events.
   * @returns a function that ends the calls
   */
  startEventWatcher(handler: Handler): () => void {
    const added: Handler = (event) => {
      handler(event);
    };
    this.#handlers.add(added);
    return () => {
      this.#handlers.delete(added);
    };
  }

  /**
   * Writes the final counts of all series, and waits for the writes in progress. Later events are
   * ignored.
   * @param timeout maximum wait in milliseconds; events that are not written by then are lost
   */
  async shutdown(timeout = 5_000): Promise<void> {
    if (this.#isShutDown) return;
    this.#isShutDown = true;
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#stop === undefined) return;
    this.#write(this.#cache.unsent());
    const stop = this.#stop;
    const timer = setTimeout(() => {
      stop.abort(new Error("the broadcaster was shut down"));
    }, timeout);
    await this.#writes.settled();
    clearTimeout(timer);
  }

  #action(event: Event): void {
    if (this.#isShutDown) return;
    for (const handler of this.#handlers) {
      try {
        handler(structuredClone(event));
      } catch (error) {
        this.#report(error);
      }
    }
    if (this.#stop === undefined) return;
    const changed = this.#cache.add(event);
    if (changed !== undefined) this.#write([changed]);
  }

  #write(events: readonly Event[]): void {
    const { signal } = this.#stop ?? new AbortController();
    for (const event of events) {
      const { name = "", namespace = "" } = event.metadata;
      this.#writes.add(`${namespace}/${name}`, () => this.#sink.record(event, signal));
    }
  }

  #report(error: unknown): void {
    try {
      this.#options.onError?.(error);
    } catch {
      // An error of `onError` itself is ignored, so that it does not reach the controller.
    }
  }
}

/** Maximum number of writes that are waiting or in progress, as in client-go. */
const maxPending = 1000;

/** Runs writes. Writes with the same key run one after the other. */
class PendingWrites {
  readonly #last = new Map<string, Promise<void>>();
  readonly #onError: (error: unknown) => void;
  #count = 0;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /**
   * Runs a write after earlier writes with the same key. If too many writes are pending, reports an
   * error instead.
   */
  add(key: string, write: () => Promise<void>): void {
    if (this.#count >= maxPending) {
      this.#onError(new Error(`the event ${key} is dropped: ${maxPending} events wait for the server`));
      return;
    }
    this.#count++;
    const run = (this.#last.get(key) ?? Promise.resolve())
      .then(write)
      .catch(this.#onError)
      .then(() => {
        this.#count--;
        if (this.#last.get(key) === run) this.#last.delete(key);
      });
    this.#last.set(key, run);
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}

interface Entry {
  readonly event: Event;
  /** Time of the last occurrence, in milliseconds of `performance.now`. */
  lastSeen: number;
  /** True if the current count of the series has not been sent to the server. */
  isUnsent: boolean;
}

/**
 * Stores recent events. If an event occurs again with the same key, the count of its series
 * increases, and no new event is written.
 */
class EventSeriesCache {
  readonly #entries = new Map<string, Entry>();
  readonly #filter: SpamFilter;

  constructor(filter: SpamFilter) {
    this.#filter = filter;
  }

  /**
   * Adds an event.
   * @returns the event to write: at the first occurrence, the event itself; at the second
   * occurrence, the earlier event with a series; undefined at later occurrences, and if the limit
   * is exceeded
   */
  add(event: Event): Event | undefined {
    const key = seriesKey(event);
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      if (!this.#filter.accepts(event)) return undefined;
      this.#entries.set(key, { event, lastSeen: performance.now(), isUnsent: false });
      return { ...event };
    }
    const { series } = entry.event;
    entry.event.series = { count: (series?.count ?? 1) + 1, lastObservedTime: microTimeOf() };
    entry.lastSeen = performance.now();
    entry.isUnsent = series !== undefined;
    return series === undefined ? { ...entry.event } : undefined;
  }

  /** Returns all events that have occurred more than once, and marks their counts as sent. */
  series(): readonly Event[] {
    return this.#take(({ event }) => event.series !== undefined);
  }

  /**
   * Returns the events whose current count has not been sent to the server, and marks it as sent.
   */
  unsent(): readonly Event[] {
    return this.#take(({ isUnsent }) => isUnsent);
  }

  /**
   * Removes old events.
   * @param age minimum time since the last occurrence, in milliseconds
   * @returns the removed events whose current count has not been sent to the server
   */
  finish(age: number): readonly Event[] {
    const before = performance.now() - age;
    const old = [...this.#entries].filter(([, { lastSeen }]) => lastSeen <= before);
    for (const [key] of old) this.#entries.delete(key);
    return old.filter(([, { isUnsent }]) => isUnsent).map(([, { event }]) => event);
  }

  #take(which: (entry: Entry) => boolean): readonly Event[] {
    const entries = [...this.#entries.values()].filter(which);
    for (const entry of entries) entry.isUnsent = false;
    return entries.map(({ event }) => ({ ...event }));
  }
}

/** Maximum number of attempts to write one event, as in client-go. */
const maxTries = 12;
/**
 * Largest random time that is added to the delay between two attempts, as a fraction of the delay.
 */
const jitter = 0.25;

/** Writes events to a server. */
class EventSink {
  readonly #client: RESTClient;
  readonly #retryDelay: number;

  /** @param retryDelay time between two attempts, in milliseconds */
  constructor(client: RESTClient, retryDelay: number) {
    this.#client = client;
    this.#retryDelay = retryDelay;
  }

  /**
   * Writes an event, or the new count of its series. Repeats the request after temporary errors.
   * @throws the error of the last attempt
   */
  async record(event: Event, signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#write(event, signal);
        return;
      } catch (error) {
        if (event.series === undefined && isAlreadyExists(error)) return;
        if (signal.aborted) throw abortReason(signal);
        if (tries >= maxTries || !mayPass(error)) throw error;
      }
      await sleep(this.#retryDelay * (1 + jitter * Math.random()), signal);
    }
  }

  /**
   * Creates an event without a series. For an event with a series, sends the series as a patch; if
   * the event does not exist on the server, for example because its time to live has passed,
   * creates it.
   */
  async #write(event: Event, signal: AbortSignal): Promise<void> {
    const { name = "", namespace = "" } = event.metadata;
    const events = this.#client.resourceOf(eventResource).namespace(namespace);
    if (event.series !== undefined) {
      try {
        await events.patch(name, { type: "merge", body: { series: event.series } }, { signal });
        return;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    await events.create(event, { signal });
  }
}

/** Reports whether a later attempt can succeed. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof StatusError)) return true;
  return (
    // Another write has created the event between the patch and the create. A later patch can
    // succeed.
    isAlreadyExists(error) ||
    isTooManyRequests(error) ||
    isInternalError(error) ||
    isServiceUnavailable(error) ||
    isServerTimeout(error) ||
    isTimeout(error)
  );
}
