import type { KeyWatchOptions } from "../storage.js";
import type { StorageEvent } from "../watch.js";
import { LogWatch, type LogWatchHost, type WatchSource } from "./log-watch.js";
import { Turns } from "./turns.js";

/**
 * The watches of one history. To find the watches of an event, the hub looks up one string for each
 * *length* of the watched prefixes. Therefore the cost of an event depends on the number of watches
 * that receive it, not on the number of all watches or namespaces.
 */
export class WatchHub {
  readonly #host: LogWatchHost;
  readonly #byPrefix = new Map<string, Set<LogWatch>>();
  /** Number of different watched prefixes by their length. */
  readonly #lengths = new Map<number, number>();
  /** Watches whose readers will be notified after the current synchronous work. */
  #woken: LogWatch[] = [];
  /** Watches that have requested the newest revision. */
  #asking = new Set<LogWatch>();
  /** Schedules the watches that were paused while reading a long history. */
  readonly #turns = new Turns();
  #ended: Error | undefined;

  constructor(source: WatchSource) {
    this.#host = {
      source,
      onWoken: (woken) => {
        this.#wake(woken);
      },
      onPaused: (paused) => {
        void this.#turns.next().then(() => {
          paused.resume();
        });
      },
      onProgressRequested: (asking) => {
        this.#asking.add(asking);
      },
      onDone: (done) => {
        this.#remove(done);
      },
    };
  }

  open(prefix: string, options: KeyWatchOptions): LogWatch {
    const watch = new LogWatch({
      host: this.#host,
      prefix,
      after: options.after ?? this.#host.source.revision,
      options,
    });
    if (this.#ended === undefined) this.#add(watch);
    else watch.end(this.#ended);
    return watch;
  }

  /**
   * Wakes the watches whose prefix matches the key of an event. The history must contain the event
   * already.
   */
  dispatch(event: StorageEvent): void {
    for (const length of this.#lengths.keys()) {
      if (length > event.key.length) continue;
      const watches = this.#byPrefix.get(event.key.slice(0, length));
      if (watches !== undefined) for (const watch of watches) watch.wake(event);
    }
  }

  /** Wakes the watches that have requested the newest revision. */
  noticeProgress(): void {
    if (this.#asking.size === 0) return;
    const asking = this.#asking;
    this.#asking = new Set();
    for (const watch of asking) watch.noticeProgress();
  }

  /**
   * Ends the watches whose readers have not taken the events up to `floor`, even while these
   * readers wait for a slow client. Returns the number of readers of the ended watches.
   */
  evictBefore(floor: number): number {
    let count = 0;
    for (const watches of [...this.#byPrefix.values()]) {
      for (const watch of [...watches]) {
        if (!watch.lost(floor)) continue;
        count += watch.readers;
        watch.endSlow(floor);
      }
    }
    return count;
  }

  /** Ends all watches. Watches that are opened later end immediately. */
  end(error: Error): void {
    this.#ended ??= error;
    this.endAll(error);
  }

  /** Ends all open watches. New watches can still be opened. */
  endAll(error: Error): void {
    for (const watches of [...this.#byPrefix.values()]) for (const watch of [...watches]) watch.end(error);
  }

  /**
   * Notifies the readers of all woken watches in one microtask. A separate promise for each watch
   * would cost more than the events.
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
    this.#asking.delete(watch);
    const { prefix } = watch;
    const watches = this.#byPrefix.get(prefix);
    if (watches?.delete(watch) !== true || watches.size > 0) return;
    this.#byPrefix.delete(prefix);
    const count = (this.#lengths.get(prefix.length) ?? 1) - 1;
    if (count === 0) this.#lengths.delete(prefix.length);
    else this.#lengths.set(prefix.length, count);
  }
}
