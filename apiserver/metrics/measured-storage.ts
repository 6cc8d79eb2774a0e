import type { GroupResource } from "@apimachinery/runtime";
import type {
  StorageDeletion,
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  StorageWatch,
  KeyWatchOptions,
  StorageWriteOptions,
  StorageEvent,
} from "../storage/index.js";
import type { MeasureRequest, StorageMetrics, StorageOperation } from "./storage-metrics.js";

/** A watch that returns the events of another watch and counts them. */
class MeasuredWatch implements StorageWatch {
  readonly #watch: StorageWatch;
  readonly #received: (count: number) => void;

  constructor(watch: StorageWatch, received: (count: number) => void) {
    this.#watch = watch;
    this.#received = received;
  }

  get revision(): number {
    return this.#watch.revision;
  }

  ready(): Promise<void> {
    return this.#watch.ready();
  }

  take(): readonly StorageEvent[] {
    const events = this.#watch.take();
    if (events.length > 0) this.#received(events.length);
    return events;
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#watch.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    for await (const events of this.#watch) {
      this.#received(events.length);
      yield events;
    }
  }
}

/**
 * A storage that passes all calls to another storage and measures them.
 * @param prefix common prefix of the keys, before `<group>/<resource>/`, with a slash at its end
 */
export class MeasuredStorage implements Storage {
  readonly #storage: Storage;
  readonly #metrics: StorageMetrics;
  readonly #prefix: string;
  /** The string `<group>/<resource>` of each resource, by the prefix of its keys. */
  readonly #places = new Map<string, string>();
  /** Metrics of each operation, by the `<group>/<resource>` of the key or prefix. */
  readonly #known: Readonly<Record<StorageOperation, Map<string, MeasureRequest>>>;

  constructor(storage: Storage, metrics: StorageMetrics, prefix: string) {
    this.#storage = storage;
    this.#metrics = metrics;
    this.#prefix = prefix;
    this.#known = { create: new Map(), delete: new Map(), get: new Map(), list: new Map(), update: new Map() };
  }

  /**
   * Records the prefix of a resource: keys of the core group do not contain their group, so the
   * keys alone do not identify their resources.
   */
  forResource({ group, resource }: GroupResource, prefix: string): Storage {
    this.#places.set(prefix, `${group}/${resource}`);
    return this;
  }

  get isExclusive(): boolean {
    return this.#storage.isExclusive;
  }

  get reportsProgress(): boolean {
    return this.#storage.reportsProgress !== false;
  }

  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#measure("create", key)(this.#storage.create(key, value, options));
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#measure("get", key)(this.#storage.get(key, options));
  }

  list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    return this.#measure("list", prefix)(this.#storage.list(prefix, options));
  }

  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#measure("update", key)(this.#storage.update(key, value, revision, options));
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#measure("delete", key)(this.#storage.delete(key, revision));
  }

  watch(prefix: string, options?: KeyWatchOptions): StorageWatch {
    const [group = "", resource = ""] = this.#placeOf(prefix).split("/");
    return new MeasuredWatch(this.#storage.watch(prefix, options), (count) => {
      this.#metrics.received(group, resource, count);
    });
  }

  currentRevision(): Promise<number> {
    return this.#storage.currentRevision();
  }

  compact(revision: number): Promise<void> {
    return this.#storage.compact(revision);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }

  #measure(operation: StorageOperation, key: string): MeasureRequest {
    const place = this.#placeOf(key);
    const known = this.#known[operation];
    let measure = known.get(place);
    if (measure === undefined) {
      const [group = "", resource = ""] = place.split("/");
      known.set(place, (measure = this.#metrics.measure(operation, group, resource)));
    }
    return measure;
  }

  /**
   * Returns the `<group>/<resource>` to which a key or a prefix belongs; an empty string if it does
   * not belong to one resource.
   */
  #placeOf(key: string): string {
    for (const [prefix, place] of this.#places) if (key.startsWith(prefix)) return place;
    const begin = this.#prefix.length;
    const slash = key.indexOf("/", begin);
    if (slash < 0 || !key.startsWith(this.#prefix)) return "";
    const end = key.indexOf("/", slash + 1);
    return end < 0 ? key.slice(begin) : key.slice(begin, end);
  }
}
