import { microTimeOf } from "@apimachinery/runtime";
import { seriesKey } from "./event-key.js";
import type { Event } from "./event.js";
import type { SpamFilter } from "./spam-filter.js";

interface Entry {
  readonly event: Event;
  /** Time of the last occurrence, of a clock that never jumps. */
  lastSeen: number;
  /** True if the server does not have the count of the series yet. */
  isUnsent: boolean;
}

/**
 * Recent events. An event with the same key as an earlier one becomes a part of its series, so that
 * it costs no request.
 */
export class EventSeriesCache {
  readonly #entries = new Map<string, Entry>();
  readonly #filter: SpamFilter;

  constructor(filter: SpamFilter) {
    this.#filter = filter;
  }

  /**
   * Adds an event.
   * @returns the event to write: the event itself if it is new, or the earlier event with a series
   * if it is the second occurrence; otherwise undefined
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

  /** Returns all events with a series. */
  series(): readonly Event[] {
    return this.#take(({ event }) => event.series !== undefined);
  }

  /** Returns the events whose series the server does not know completely. */
  unsent(): readonly Event[] {
    return this.#take(({ isUnsent }) => isUnsent);
  }

  /**
   * Removes the events that did not occur again for a time.
   * @param age time since the last occurrence, in milliseconds
   * @returns those of them whose series the server does not know completely
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
