import { EventLog, type EventsAfter } from "../shared/event-log.js";
import type { WatchEvent } from "../watch.js";

export interface WindowOptions {
  /** For how long an event stays at least, in milliseconds, unless there are too many. */
  readonly duration: number;
  /** So many events stay, however old they are. */
  readonly minimum: number;
  /** More than so many events never stay. */
  readonly maximum: number;
  readonly now: () => number;
}

/** How finely age is known. */
const tick = 1000;

/** The newest events: those of a time, but never too few to be of use nor too many to be held. */
export class Window {
  readonly #options: WindowOptions;
  readonly #log: EventLog;
  /** The newest revision at some moments of the window, oldest first. */
  readonly #ticks: { readonly time: number; readonly revision: number }[] = [];

  constructor(floor: number, options: WindowOptions) {
    this.#options = options;
    this.#log = new EventLog(floor);
  }

  /** All events after it are here. */
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

  /** Forgets what is too old or too much; true if it did. */
  trim(): boolean {
    this.#log.forgetAnswer();
    const { duration, minimum, maximum, now } = this.#options;
    const floor = this.#log.floor;
    const oldest = now() - duration;
    // The event of a tick is the first of its second: what came before it is older.
    while (this.#ticks.length > 1 && (this.#ticks[1]?.time ?? Infinity) <= oldest) {
      const before = (this.#ticks[1]?.revision ?? 0) - 1;
      if (this.#log.size - this.#log.countUpTo(before) < minimum) break;
      this.#ticks.shift();
      this.#log.forget(before);
    }
    // An eighth at once: cutting off who is behind looks at every watch.
    if (this.#log.size > maximum)
      this.#log.forget(this.#log.revisionAt(this.#log.size - maximum + (maximum >>> 3) - 1));
    return this.#log.floor > floor;
  }

  forget(revision: number): void {
    this.#log.forget(revision);
  }
}
