import { CompactedError } from "../errors.js";
import type { StorageEvent } from "../watch.js";

/** Number of bytes of events after which a result of `after` ends, even if more events exist. */
export const enoughBytes = 1024 * 1024;
/** Memory of an event in bytes, without its key and its values. */
const eventBytes = 256;

/** Returns the number of bytes that an event keeps in memory. */
export function sizeOfEvent({ key, current, previous }: StorageEvent): number {
  return eventBytes + key.length + (current?.value.length ?? 0) + (previous?.value.length ?? 0);
}

export interface EventsAfter {
  readonly events: readonly StorageEvent[];
  /** Revision up to which `events` is complete. */
  readonly revision: number;
  /** True if the log has no event after `revision`. */
  readonly isNewest: boolean;
}

/** Events after the revision `floor`, in the order of their revisions. */
export class EventLog {
  readonly #events: StorageEvent[] = [];
  #floor: number;
  #bytes = 0;
  /**
   * Last result of `after`. After each write, thousands of watches call `after` with the same
   * arguments, and all of them get this result.
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
    return this.#events.length;
  }

  /** Number of bytes that the events keep in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the number of events up to and including a revision. */
  countUpTo(revision: number): number {
    return this.#indexAfter(revision);
  }

  /**
   * Returns the revision of the event at an index, from 0 for the oldest event; `floor` if no such
   * event exists.
   */
  revisionAt(index: number): number {
    return this.#events[index]?.revision ?? this.#floor;
  }

  append(event: StorageEvent): void {
    this.#events.push(event);
    this.#bytes += sizeOfEvent(event);
  }

  /**
   * Returns the next events under a prefix after a revision. Stops when it has examined `limit`
   * events or found `enoughBytes` bytes. The events of one revision are never separated.
   * @param current revision up to which the log is complete: the revision of its last event, or a
   *   later one
   * @throws CompactedError if the revision is before `floor`
   */
  after(prefix: string, revision: number, limit: number, current: number): EventsAfter {
    if (revision < this.#floor) throw new CompactedError(revision, this.#floor);
    const last = this.#last;
    if (last?.prefix === prefix && last.after === revision && last.current === current) return last;
    const start = this.#indexAfter(revision);
    const events: StorageEvent[] = [];
    let bytes = 0;
    let end = start;
    for (; end < this.#events.length; end++) {
      const event = this.#events[end] as StorageEvent;
      // Events with the same revision are returned together, because the position of a watch is a
      // revision.
      const isEnough = end - start >= limit || bytes >= enoughBytes;
      if (isEnough && event.revision !== this.#events[end - 1]?.revision) break;
      if (!event.key.startsWith(prefix)) continue;
      events.push(event);
      bytes += sizeOfEvent(event);
    }
    const isNewest = end === this.#events.length;
    const upTo = isNewest ? Math.max(current, revision) : (this.#events[end - 1] as StorageEvent).revision;
    this.#last = { prefix, after: revision, current, events, revision: upTo, isNewest };
    return this.#last;
  }

  /** Drops the last result, because watches rarely request it again after a new event. */
  forgetAnswer(): void {
    this.#last = undefined;
  }

  /** Removes the events up to and including a revision, and returns them. */
  forget(revision: number): readonly StorageEvent[] {
    if (revision <= this.#floor) return [];
    const forgotten = this.#events.splice(0, this.#indexAfter(revision));
    for (const event of forgotten) this.#bytes -= sizeOfEvent(event);
    this.#floor = revision;
    this.#last = undefined;
    return forgotten;
  }

  /** Removes the oldest events until the log has at most `bytes` bytes, or only `least` events. */
  shrink(bytes: number, least: number): void {
    let left = this.#bytes;
    let count = 0;
    for (; left > bytes && this.size - count > least; count++) left -= sizeOfEvent(this.#events[count] as StorageEvent);
    if (count > 0) this.forget(this.revisionAt(count - 1));
  }

  #indexAfter(revision: number): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as StorageEvent).revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
