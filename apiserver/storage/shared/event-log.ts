import { CompactedError } from "../errors.js";
import type { WatchEvent } from "../watch.js";

/** Events in the order of their revisions: all there were after `floor`. */
export class EventLog {
  #events: WatchEvent[] = [];
  /** Those before it in the array are forgotten, and cut off when they are half of it. */
  #head = 0;
  #floor: number;

  constructor(floor: number) {
    this.#floor = floor;
  }

  /** The oldest revision that `after` accepts. */
  get floor(): number {
    return this.#floor;
  }

  get size(): number {
    return this.#events.length - this.#head;
  }

  get oldest(): WatchEvent | undefined {
    return this.#events[this.#head];
  }

  append(event: WatchEvent): void {
    this.#events.push(event);
  }

  /**
   * The next events under a prefix after a revision, and up to where that is all: the last event's revision if it looked at
   * `limit` events, else the newest event's. @throws CompactedError
   */
  after(prefix: string, revision: number, limit: number): { readonly events: readonly WatchEvent[]; readonly revision: number } {
    if (revision < this.#floor) throw new CompactedError(revision, this.#floor);
    const start = this.#indexAfter(revision);
    const end = Math.min(this.#events.length, start + limit);
    const events: WatchEvent[] = [];
    for (let index = start; index < end; index++) {
      const event = this.#events[index] as WatchEvent;
      if (event.key.startsWith(prefix)) events.push(event);
    }
    return { events, revision: end > start ? (this.#events[end - 1] as WatchEvent).revision : revision };
  }

  /** Forgets the events up to and including a revision; returns them. */
  forget(revision: number): readonly WatchEvent[] {
    if (revision <= this.#floor) return [];
    const end = this.#indexAfter(revision);
    const forgotten = this.#events.slice(this.#head, end);
    this.#head = end;
    this.#floor = revision;
    if (this.#head > 64 && this.#head * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#head);
      this.#head = 0;
    }
    return forgotten;
  }

  #indexAfter(revision: number): number {
    let low = this.#head;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as WatchEvent).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
