import { EventLog, type EventsAfter } from "../shared/event-log.js";
import type { StorageEvent } from "../watch.js";

export interface WindowOptions {
  /**
   * Time in milliseconds for which an event stays in the window, unless the window exceeds
   * `maximum` or `bytes`.
   */
  readonly duration: number;
  /**
   * Minimum number of newest events that stay in the window, regardless of their age. `bytes` takes
   * precedence.
   */
  readonly minimum: number;
  /**
   * Maximum number of events in the window. If it is less than 8/7 of `minimum`, it is raised to
   * that number.
   */
  readonly maximum: number;
  /**
   * Maximum number of bytes of the events. The newest `leastEvents` events stay even if they have
   * more.
   */
  readonly bytes: number;
  readonly now: () => number;
}

/** Minimum number of newest events that stay in the window, even if they exceed `bytes`. */
const leastEvents = 10;

/** Precision in milliseconds with which the age of events is recorded. */
const tick = 1000;

/**
 * The newest events of a store. `trim` removes events that are older than `duration`, but keeps at
 * least `minimum` events. If the window then has more than `maximum` events or more than `bytes`
 * bytes, it also removes about an eighth of the events, but keeps at least `leastEvents` events.
 */
export class Window {
  readonly #options: WindowOptions;
  readonly #maximum: number;
  readonly #log: EventLog;
  /**
   * Times and revisions of events, oldest first: one event for each `tick`. The age of the other
   * events is derived from them.
   */
  readonly #ticks: { readonly time: number; readonly revision: number }[] = [];

  constructor(floor: number, options: WindowOptions) {
    this.#options = options;
    // A removal leaves seven eighths of the maximum number, which must not be less than the
    // minimum.
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
   * Removes events that are too old, or that exceed the maximum number or the maximum bytes.
   * Returns true if it has removed any event.
   */
  trim(): boolean {
    this.#log.forgetAnswer();
    const { bytes, duration, minimum, now } = this.#options;
    const maximum = this.#maximum;
    const floor = this.#log.floor;
    const oldest = now() - duration;
    // A tick contains the revision of the first event in its second, so all earlier events are
    // older than the tick.
    while (this.#ticks.length > 1 && (this.#ticks[1]?.time ?? Infinity) <= oldest) {
      const before = (this.#ticks[1]?.revision ?? 0) - 1;
      if (this.#log.size - this.#log.countUpTo(before) < minimum) break;
      this.#ticks.shift();
      this.#log.forget(before);
    }
    // Removes an eighth of the events in one step, because after each removal every watch is
    // examined.
    if (this.#log.bytes > bytes) this.#log.shrink((bytes / 8) * 7, leastEvents);
    if (this.#log.size > maximum)
      this.#log.forget(this.#log.revisionAt(this.#log.size - maximum + (maximum >>> 3) - 1));
    return this.#log.floor > floor;
  }

  forget(revision: number): void {
    this.#log.forget(revision);
  }
}
