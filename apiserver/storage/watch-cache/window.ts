import { EventLog, type EventsAfter } from "../shared/event-log.js";
import type { StorageEvent } from "../watch.js";

export interface WindowOptions {
  /**
   * Time in milliseconds for which an event stays in the window, unless more than `maximum` events
   * exist.
   */
  readonly duration: number;
  /** Number of newest events that are never removed, regardless of their age. */
  readonly minimum: number;
  /**
   * Maximum number of events in the window. If it is less than 8/7 of `minimum`, it is raised to
   * that number.
   */
  readonly maximum: number;
  /** Maximum number of bytes of the events, except that `leastEvents` always stay. */
  readonly bytes: number;
  readonly now: () => number;
}

/** Minimum number of newest events that are kept, even if they are large. */
const leastEvents = 10;

/** Precision of the age of events, in milliseconds. */
const tick = 1000;

/**
 * The newest events of a store: events up to a maximum age, but at least `minimum` and at most
 * `maximum` events, of at most `bytes` bytes.
 */
export class Window {
  readonly #options: WindowOptions;
  readonly #maximum: number;
  readonly #log: EventLog;
  /**
   * Pairs of a time and the newest revision at that time, oldest first. The age of events is
   * derived from them.
   */
  readonly #ticks: { readonly time: number; readonly revision: number }[] = [];

  constructor(floor: number, options: WindowOptions) {
    this.#options = options;
    // Seven eighths of the maximum remain after a removal, so they must include the minimum.
    this.#maximum = Math.max(options.maximum, Math.ceil((options.minimum * 8) / 7));
    this.#log = new EventLog(floor);
  }

  /** Revision after which the window has all events. */
  get floor(): number {
    return this.#log.floor;
  }

  get size(): number {
    return this.#log.size;
  }

  after(prefix: string, revision: number, limit: number, current: number): EventsAfter {
    return this.#log.after(prefix, revision, limit, current);
  }

  append(event: StorageEvent): void {
    this.#log.append(event);
    const time = this.#options.now();
    if (time - (this.#ticks.at(-1)?.time ?? -Infinity) >= tick) this.#ticks.push({ time, revision: event.revision });
  }

  /**
   * Removes events that are too old, or that exceed the maximum number or the bytes. Returns true
   * if it has removed any.
   */
  trim(): boolean {
    this.#log.forgetAnswer();
    const { bytes, duration, minimum, now } = this.#options;
    const maximum = this.#maximum;
    const floor = this.#log.floor;
    const oldest = now() - duration;
    // A tick contains the revision of the first event in its second, so all events with smaller
    // revisions are older than the tick.
    while (this.#ticks.length > 1 && (this.#ticks[1]?.time ?? Infinity) <= oldest) {
      const before = (this.#ticks[1]?.revision ?? 0) - 1;
      if (this.#log.size - this.#log.countUpTo(before) < minimum) break;
      this.#ticks.shift();
      this.#log.forget(before);
    }
    // Removes an eighth of the events in one step, because each removal has to examine every watch.
    if (this.#log.bytes > bytes) this.#log.shrink((bytes / 8) * 7, leastEvents);
    if (this.#log.size > maximum)
      this.#log.forget(this.#log.revisionAt(this.#log.size - maximum + (maximum >>> 3) - 1));
    return this.#log.floor > floor;
  }

  forget(revision: number): void {
    this.#log.forget(revision);
  }
}
