import { SortedList } from "../shared/sorted-list.js";

interface Expiry {
  /** Sort key: the time with a fixed number of digits, and the name. */
  readonly key: string;
  readonly name: string;
  readonly time: number;
}

/** The times at which keys expire, in milliseconds of the caller's clock. */
export class Expiries {
  readonly #byTime = new SortedList<Expiry>();
  readonly #byName = new Map<string, Expiry>();

  /** Sets the time at which a key expires; undefined if it never expires. */
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

  /** Time at which the first key expires; undefined if no key expires. */
  get next(): number | undefined {
    return this.#byTime.range("", "", 1).items[0]?.time;
  }

  /** Returns at most `limit` keys that have expired, in the order of their times. */
  due(now: number, limit: number): string[] {
    return this.#byTime
      .range("", "", limit)
      .items.filter(({ time }) => time <= now)
      .map(({ name }) => name);
  }
}
