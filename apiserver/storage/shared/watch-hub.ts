import type { WatchOptions } from "../storage.js";
import type { WatchEvent } from "../watch.js";
import { LogWatch, type WatchSource } from "./log-watch.js";
import { Turns } from "./turns.js";

/**
 * The watches of one history. To dispatch an event, the hub looks up one string for each *length*
 * of watched prefixes. The cost therefore depends on the number of watches that are woken, not on
 * the number of watches or namespaces.
 */
export class WatchHub {
  readonly #source: WatchSource;
  readonly #byPrefix = new Map<string, Set<LogWatch>>();
  /** Number of watched prefixes by their length. */
  readonly #lengths = new Map<number, number>();
  /** Watches whose readers are notified after the current synchronous work. */
  #woken: LogWatch[] = [];
  /** Turns of the watches that read a long history. */
  readonly #turns = new Turns();
  #ended: Error | undefined;

  constructor(source: WatchSource) {
    this.#source = source;
  }

  open(prefix: string, options: WatchOptions): LogWatch {
    const watch = new LogWatch({
      source: this.#source,
      prefix,
      after: options.after ?? this.#source.revision,
      onWoken: (woken) => {
        this.#wake(woken);
      },
      onPaused: (paused) => {
        void this.#turns.next().then(() => {
          paused.resume();
        });
      },
      onDone: (done) => {
        this.#remove(done);
      },
      onReady: options.onReady,
      onEnd: options.onEnd,
    });
    if (this.#ended === undefined) this.#add(watch);
    else watch.end(this.#ended);
    return watch;
  }

  /** Wakes the watches that an event concerns. The source must have the event already. */
  dispatch(event: WatchEvent): void {
    for (const length of this.#lengths.keys()) {
      if (length > event.key.length) continue;
      const watches = this.#byPrefix.get(event.key.slice(0, length));
      if (watches !== undefined) for (const watch of watches) watch.wake(event);
    }
  }

  /**
   * Ends the watches that need history at or before `floor`, even while their readers wait for a
   * slow client. Returns their number.
   */
  evictBefore(floor: number): number {
    let count = 0;
    for (const watches of [...this.#byPrefix.values()]) {
      for (const watch of [...watches]) {
        if (!watch.lost(floor)) continue;
        watch.endSlow(floor);
        count++;
      }
    }
    return count;
  }

  /** Ends all watches, and watches that are opened later. */
  end(error: Error): void {
    this.#ended ??= error;
    this.endAll(error);
  }

  /** Ends all watches. */
  endAll(error: Error): void {
    for (const watches of [...this.#byPrefix.values()]) for (const watch of [...watches]) watch.end(error);
  }

  /**
   * Notifies all woken readers in one microtask: one promise for each would cost more than the
   * events.
   */
  #wake(watch: LogWatch): void {
    this.#woken.push(watch);
    if (this.#woken.length > 1) return;
    queueMicrotask(() => {
      const woken = this.#woken;
      this.#woken = [];
      for (const each of woken) each.notifyReader();
    });
  }

  #add(watch: LogWatch): void {
    const { prefix } = watch;
    const watches = this.#byPrefix.get(prefix);
    if (watches !== undefined) {
      watches.add(watch);
      return;
    }
    this.#byPrefix.set(prefix, new Set([watch]));
    this.#lengths.set(prefix.length, (this.#lengths.get(prefix.length) ?? 0) + 1);
  }

  #remove(watch: LogWatch): void {
    const { prefix } = watch;
    const watches = this.#byPrefix.get(prefix);
    if (watches?.delete(watch) !== true || watches.size > 0) return;
    this.#byPrefix.delete(prefix);
    const count = (this.#lengths.get(prefix.length) ?? 1) - 1;
    if (count === 0) this.#lengths.delete(prefix.length);
    else this.#lengths.set(prefix.length, count);
  }
}
