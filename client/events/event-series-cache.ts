import { microTimeOf } from "@apimachinery/runtime";
import { seriesKey } from "./event-key.js";
import type { Event } from "./event.js";
import type { SpamFilter } from "./spam-filter.js";

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
export class EventSeriesCache {
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
