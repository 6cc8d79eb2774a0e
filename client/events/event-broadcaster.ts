import { setMaxListeners } from "node:events";
import type { RESTClient } from "../rest/rest-client.js";
import { EventRecorder } from "./event-recorder.js";
import { EventSeriesCache } from "./event-series-cache.js";
import { EventSink } from "./event-sink.js";
import type { Event } from "./event.js";
import { defaultSpamLimit, SpamFilter, type SpamLimit } from "./spam-filter.js";

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
   * This is checked at intervals of the same length. The final count is then written. Default:
   * 360,000.
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
