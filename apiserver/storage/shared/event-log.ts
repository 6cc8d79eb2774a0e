import { CompactedError } from "../errors.js";
import type { WatchEvent } from "../watch.js";

export interface EventsAfter {
  readonly events: readonly WatchEvent[];
  /** Revision up to which `events` is complete. */
  readonly revision: number;
  /** True if the log has no event after `revision`. */
  readonly isNewest: boolean;
}

/** Events after the revision `floor`, in the order of their revisions. */
export class EventLog {
  #events: WatchEvent[] = [];
  /**
   * Index of the oldest event that was not removed. The array is shortened when half of its events
   * are removed.
   */
  #head = 0;
  #floor: number;
  /**
   * Last result of `after`. After each write, thousands of watches call `after` with the same
   * arguments, and share the returned array.
   */
  #last: (EventsAfter & { readonly prefix: string; readonly after: number; readonly current: number }) | undefined;

  constructor(floor: number) {
    this.#floor = floor;
  }

  /** Oldest revision that `after` accepts. */
  get floor(): number {
    return this.#floor;
  }

  get size(): number {
    return this.#events.length - this.#head;
  }

  /** Returns the number of events up to and including a revision. */
  countUpTo(revision: number): number {
    return this.#indexAfter(revision) - this.#head;
  }

  /** Returns the revision of the event at an index, from 0 for the oldest event. */
  revisionAt(index: number): number {
    return this.#events[this.#head + index]?.revision ?? this.#floor;
  }

  append(event: WatchEvent): void {
    this.#events.push(event);
  }

  /**
   * Returns the next events under a prefix after a revision. Examines `limit` events, or more if
   * the last of them share a revision.
   * @param current revision up to which the log is complete: the revision of its last event, or a
   * later one
   * @throws CompactedError
   */
  after(prefix: string, revision: number, limit: number, current: number): EventsAfter {
    if (revision < this.#floor) throw new CompactedError(revision, this.#floor);
    const last = this.#last;
    if (last?.prefix === prefix && last.after === revision && last.current === current) return last;
    const start = this.#indexAfter(revision);
    let end = Math.min(this.#events.length, start + limit);
    // Several events can have one revision. The position of a watch is a revision, so they are
    // returned together.
    while (end > start && this.#events[end]?.revision === this.#events[end - 1]?.revision) end++;
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

  /** The last result is most likely not requested again after a new event. */
  forgetAnswer(): void {
    this.#last = undefined;
  }

  /** Removes the events up to and including a revision, and returns them. */
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
