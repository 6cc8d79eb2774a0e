import { sizeOfEvent } from "../shared/event-log.js";
import type { StorageEvent } from "../watch.js";

/** Maximum number of events that `take` returns, unless a single revision has more events. */
const batch = 500;

/** The queue is full if it has at least this number of events or of bytes. */
const fullAt = { events: 2000, bytes: 8 << 20 };

/** Events that were received from etcd, but not yet taken by the reader of the watch. */
export class EventQueue {
  #events: StorageEvent[] = [];
  /** Index of the first event that was not taken. */
  #head = 0;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#head === this.#events.length;
  }

  /** True if the watch should not receive more events until the reader has taken some. */
  get isFull(): boolean {
    return this.#events.length - this.#head >= fullAt.events || this.#bytes >= fullAt.bytes;
  }

  add(event: StorageEvent): void {
    this.#events.push(event);
    this.#bytes += sizeOfEvent(event);
  }

  /**
   * Removes and returns the next events. All events of a revision are returned together, so that a
   * watch can resume after any revision.
   */
  take(): readonly StorageEvent[] {
    const { length } = this.#events;
    let end = Math.min(length, this.#head + batch);
    while (end < length && this.#events[end]?.revision === this.#events[end - 1]?.revision) end++;
    const taken = this.#events.slice(this.#head, end);
    for (const event of taken) this.#bytes -= sizeOfEvent(event);
    this.#head = end;
    if (end === length) {
      this.#events = [];
      this.#head = 0;
    }
    return taken;
  }
}
