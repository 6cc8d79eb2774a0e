import type { WatchOptions } from "../storage.js";
import type { WatchEvent } from "../watch.js";
import { LogWatch, type WatchSource } from "./log-watch.js";
import { Turns } from "./turns.js";

/**
 * The watches of one history. Telling an event looks up one string for every *length* of prefix
 * that is watched, so neither the number of watches nor that of namespaces counts, only how many
 * are woken.
 */
export class WatchHub {
  readonly #source: WatchSource;
  readonly #byPrefix = new Map<string, Set<LogWatch>>();
  /** Length of prefix → how many prefixes. */
  readonly #lengths = new Map<number, number>();
  /** Those whose readers are told when everything that happens now has happened. */
  #woken: LogWatch[] = [];
  /** For watches that read a long history. */
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
          paused.goOn();
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

  /** Wakes those that an event concerns; the source has it already. */
  dispatch(event: WatchEvent): void {
    for (const length of this.#lengths.keys()) {
      if (length > event.key.length) continue;
      const watches = this.#byPrefix.get(event.key.slice(0, length));
      if (watches !== undefined) for (const watch of watches) watch.wake(event);
    }
  }

  /**
   * Ends the watches that need history at or before `floor`. They learn it at once, even if they
   * are stuck elsewhere.
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

  /** Ends all of them, and those to come. */
  end(error: Error): void {
    this.#ended ??= error;
    this.endAll(error);
  }

  /** Ends all of them. */
  endAll(error: Error): void {
    for (const watches of [...this.#byPrefix.values()]) for (const watch of [...watches]) watch.end(error);
  }

  /** One turn for all of them: a promise for each would cost more than what they are told. */
  #wake(watch: LogWatch): void {
    this.#woken.push(watch);
    if (this.#woken.length > 1) return;
    queueMicrotask(() => {
      const woken = this.#woken;
      this.#woken = [];
      for (const each of woken) each.tellReady();
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
