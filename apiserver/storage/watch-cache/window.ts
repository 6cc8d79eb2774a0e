import { EventLog, type EventsAfter } from "../shared/event-log.js";
import type { WatchEvent } from "../watch.js";

export interface WindowOptions {
  /** Minimum time that an event stays, in milliseconds, unless there are more than `maximum`. */
  readonly duration: number;
  /** Number of newest events that stay whatever their age. */
  readonly minimum: number;
  /** Maximum number of events. */
  readonly maximum: number;
  readonly now: () => number;
}

/** Accuracy of the age of events, in milliseconds. */
const tick = 1000;

/** The newest events: limited by age, but neither fewer than `minimum` nor more than `maximum`. */
export class Window {
  readonly #options: WindowOptions;
  readonly #log: EventLog;
  /** The newest revision at some times of the window, oldest first. */
  readonly #ticks: { readonly time: number; readonly revision: number }[] = [];

  constructor(floor: number, options: WindowOptions) {
    this.#options = options;
    this.#log = new EventLog(floor);
  }

  /** The window has all events after this revision. */
  get floor(): number {
    return this.#log.floor;
  }

  get size(): number {
    return this.#log.size;
  }

  after(prefix: string, revision: number, limit: number, current: number): EventsAfter {
    return this.#log.after(prefix, revision, limit, current);
  }

  append(event: WatchEvent): void {
    this.#log.append(event);
    const time = this.#options.now();
    if (time - (this.#ticks.at(-1)?.time ?? -Infinity) >= tick) this.#ticks.push({ time, revision: event.revision });
  }

  /** Forgets events that are too old or too many. Returns true if any were forgotten. */
  trim(): boolean {
    this.#log.forgetAnswer();
    const { duration, minimum, maximum, now } = this.#options;
    const floor = this.#log.floor;
    const oldest = now() - duration;
    // A tick has the first event of its second, so all events before it are older.
    while (this.#ticks.length > 1 && (this.#ticks[1]?.time ?? Infinity) <= oldest) {
      const before = (this.#ticks[1]?.revision ?? 0) - 1;
      if (this.#log.size - this.#log.countUpTo(before) < minimum) break;
      this.#ticks.shift();
      this.#log.forget(before);
    }
    // Forget an eighth at once, because evicting slow watches examines every watch.
    if (this.#log.size > maximum)
      this.#log.forget(this.#log.revisionAt(this.#log.size - maximum + (maximum >>> 3) - 1));
    return this.#log.floor > floor;
  }

  forget(revision: number): void {
    this.#log.forget(revision);
  }
}
