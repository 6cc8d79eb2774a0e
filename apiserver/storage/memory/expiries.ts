import { SortedList } from "../shared/sorted-list.js";

interface Expiry {
  /** Time with a fixed number of digits, and the name, so that expiries are sorted by time. */
  readonly key: string;
  readonly name: string;
  readonly time: number;
}

/** The times at which keys expire, in milliseconds. */
export class Expiries {
  readonly #byTime = new SortedList<Expiry>();
  readonly #byName = new Map<string, Expiry>();

  /** Sets the time at which a key expires; undefined if it never does. */
  set(name: string, time: number | undefined): void {
    const old = this.#byName.get(name);
    if (old !== undefined) {
      this.#byName.delete(name);
      this.#byTime.delete(old.key);
    }
    if (time === undefined) return;
    const expiry = { key: `${String(Math.ceil(time)).padStart(16, "0")}/${name}`, name, time };
    this.#byName.set(name, expiry);
    this.#byTime.set(expiry);
  }

  /** Returns the time at which the first key expires; undefined if no key does. */
  get next(): number | undefined {
    return this.#byTime.range("", "", 1).items[0]?.time;
  }

  /** Returns the keys that have expired, in the order of their times; at most `limit` keys. */
  due(now: number, limit: number): string[] {
    return this.#byTime
      .range("", "", limit)
      .items.filter(({ time }) => time <= now)
      .map(({ name }) => name);
  }
}
