import { CompactedError } from "../errors.js";
import type { WatchEvent } from "../watch.js";

export interface EventsAfter {
  readonly events: readonly WatchEvent[];
  /** These are all the events up to here. */
  readonly revision: number;
  /** Nothing has happened behind that. */
  readonly isNewest: boolean;
}

/** Events in the order of their revisions: all there were after `floor`. */
export class EventLog {
  #events: WatchEvent[] = [];
  /** Those before it in the array are forgotten, and cut off when they are half of it. */
  #head = 0;
  #floor: number;
  /**
   * The last answer: a thousand watches ask the same question after every write, and share one
   * array.
   */
  #last: (EventsAfter & { readonly prefix: string; readonly after: number; readonly current: number }) | undefined;

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

  /** How many events there are up to and including a revision. */
  countUpTo(revision: number): number {
    return this.#indexAfter(revision) - this.#head;
  }

  /** The revision of the event at an index, 0 being the oldest. */
  revisionAt(index: number): number {
    return this.#events[this.#head + index]?.revision ?? this.#floor;
  }

  append(event: WatchEvent): void {
    this.#events.push(event);
  }

  /**
   * The next events under a prefix after a revision, and up to where that is all; at most `limit`
   * events are looked at. `current` is what the log is complete to: nothing happened between its
   * last event and that. @throws CompactedError
   */
  after(prefix: string, revision: number, limit: number, current: number): EventsAfter {
    if (revision < this.#floor) throw new CompactedError(revision, this.#floor);
    const last = this.#last;
    if (last?.prefix === prefix && last.after === revision && last.current === current) return last;
    const start = this.#indexAfter(revision);
    const end = Math.min(this.#events.length, start + limit);
    const events: WatchEvent[] = [];
    for (let index = start; index < end; index++) {
      const event = this.#events[index] as WatchEvent;
      if (event.key.startsWith(prefix)) events.push(event);
    }
    const isNewest = end === this.#events.length;
    const upTo = isNewest ? Math.max(current, revision) : (this.#events[end - 1] as WatchEvent).revision;
    this.#last = { prefix, after: revision, current, events, revision: upTo, isNewest };
    return this.#last;
  }

  /** Who asks next most likely asks something else. */
  forgetAnswer(): void {
    this.#last = undefined;
  }

  /** Forgets the events up to and including a revision; returns them. */
  forget(revision: number): readonly WatchEvent[] {
    if (revision <= this.#floor) return [];
    const end = this.#indexAfter(revision);
    const forgotten = this.#events.slice(this.#head, end);
    this.#head = end;
    this.#floor = revision;
    this.#last = undefined;
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
