import { setTimeout as pause } from "node:timers/promises";
import {
  MemoryStorage,
  type StorageDeletion,
  type GetResult,
  type KeyValue,
  type StoredListOptions,
  type ListResult,
  type ReadOptions,
  type Storage,
  type StorageWatch,
  type StorageEvent,
  type KeyWatchOptions,
} from "../../apiserver/storage/index.js";

/** A fault in a store. */
export type Defect =
  | "none"
  | "acknowledges updates that it does not store"
  | "ignores the condition of updates"
  | "drops an event of a watch"
  | "repeats an event of a watch"
  | "swaps two events of a watch"
  | "returns earlier versions"
  | "returns earlier lists"
  | "lists a mixture of two states"
  | "lists each page at another revision"
  | "reports a failure after it has stored an update";

/** Number of calls of which one is wrong. */
const interval = 5;
/** Duration of each request to the store, in milliseconds, so that requests overlap. */
const latency = 2;

/** Store with one defect, which shows in some of the calls. */
export class BrokenStorage implements Storage {
  readonly isExclusive = true;
  readonly #store = new MemoryStorage();
  readonly #defect: Defect;
  readonly #earlier = new Map<string, GetResult>();
  #earlierList: ListResult | undefined;
  #calls = 0;

  constructor(defect: Defect) {
    this.#defect = defect;
  }

  create(key: string, value: Uint8Array): Promise<KeyValue> {
    return this.#store.create(key, value);
  }

  async get(key: string, options?: ReadOptions): Promise<GetResult> {
    const result = await this.#store.get(key, options);
    const earlier = this.#earlier.get(key);
    if (earlier !== undefined && this.#shows("returns earlier versions")) return earlier;
    this.#earlier.set(key, result);
    return result;
  }

  async list(prefix: string, options: StoredListOptions = {}): Promise<ListResult> {
    await pause(latency);
    const { startKey = "", limit = 0 } = options;
    const newest = { startKey, limit };
    const asked =
      options.startKey !== undefined && this.#shows("lists each page at another revision") ? newest : options;
    const result = await this.#store.list(prefix, asked);
    const earlier = this.#earlierList;
    if (options.limit === undefined) {
      if (earlier !== undefined && this.#shows("returns earlier lists")) return earlier;
      this.#earlierList = result;
      if (earlier !== undefined && this.#shows("lists a mixture of two states")) return mixed(earlier, result);
    }
    return result;
  }

  async update(key: string, value: Uint8Array, revision: number): Promise<KeyValue> {
    await pause(latency);
    if (this.#shows("acknowledges updates that it does not store"))
      return { key, value, revision: (await this.#store.currentRevision()) + 1 };
    const current = this.#shows("ignores the condition of updates") ? (await this.#store.get(key)).item : undefined;
    const updated = await this.#store.update(key, value, current?.revision ?? revision);
    // The registry reports this as a conflict, which means that the update had no effect.
    if (this.#shows("reports a failure after it has stored an update")) return this.#store.update(key, value, revision);
    return updated;
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#store.delete(key, revision);
  }

  watch(prefix: string, options?: KeyWatchOptions): StorageWatch {
    return new BrokenWatch(this.#store.watch(prefix, options), (events, held) => this.#broken(events, held));
  }

  currentRevision(): Promise<number> {
    return this.#store.currentRevision();
  }

  compact(revision: number): Promise<void> {
    return this.#store.compact(revision);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** @param held events that a watch holds back; changed */
  #broken(events: readonly StorageEvent[], held: StorageEvent[]): readonly StorageEvent[] {
    const [first, ...rest] = events;
    if (first === undefined) return events;
    if (held.length > 0) return [...events, ...held.splice(0)];
    if (this.#shows("drops an event of a watch")) return rest;
    if (this.#shows("repeats an event of a watch")) return [first, ...events];
    if (!this.#shows("swaps two events of a watch")) return events;
    held.push(first);
    return rest;
  }

  #shows(defect: Defect): boolean {
    return this.#defect === defect && ++this.#calls % interval === 0;
  }
}

/** Returns the first half of a list, and the second half of another one. */
function mixed(earlier: ListResult, result: ListResult): ListResult {
  const middle = result.items[Math.floor(result.items.length / 2)]?.key ?? "";
  const items = [
    ...earlier.items.filter(({ key }) => key < middle),
    ...result.items.filter(({ key }) => key >= middle),
  ];
  return { ...result, items };
}

type Change = (events: readonly StorageEvent[], held: StorageEvent[]) => readonly StorageEvent[];

class BrokenWatch implements StorageWatch {
  readonly #watch: StorageWatch;
  readonly #change: Change;
  readonly #held: StorageEvent[] = [];

  constructor(watch: StorageWatch, change: Change) {
    this.#watch = watch;
    this.#change = change;
  }

  get revision(): number {
    return this.#watch.revision;
  }

  ready(): Promise<void> {
    return this.#watch.ready();
  }

  take(): readonly StorageEvent[] {
    return this.#change(this.#watch.take(), this.#held);
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#watch.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    for await (const events of this.#watch) yield this.#change(events, this.#held);
  }
}
