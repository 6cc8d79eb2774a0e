import type { GroupResource } from "@apimachinery/runtime";
import {
  ForwardingStorage,
  MappedWatch,
  type StorageDeletion,
  type GetResult,
  type KeyValue,
  type StoredListOptions,
  type ListResult,
  type ReadOptions,
  type Storage,
  type StorageWatch,
  type KeyWatchOptions,
  type StorageWriteOptions,
} from "../storage/index.js";
import type { MeasureRequest, StorageMetrics, StorageOperation } from "./storage-metrics.js";

/**
 * A storage that passes all calls to another storage and measures them.
 * @param prefix common prefix of the keys, before `<group>/<resource>/`, with a slash at its end
 */
export class MeasuredStorage extends ForwardingStorage {
  readonly #metrics: StorageMetrics;
  readonly #prefix: string;
  /** The string `<group>/<resource>` of each resource, by the prefix of its keys. */
  readonly #places = new Map<string, string>();
  /** Metrics of each operation, by the `<group>/<resource>` of the key or prefix. */
  readonly #known: Readonly<Record<StorageOperation, Map<string, MeasureRequest>>>;

  constructor(storage: Storage, metrics: StorageMetrics, prefix: string) {
    super(storage);
    this.#metrics = metrics;
    this.#prefix = prefix;
    this.#known = { create: new Map(), delete: new Map(), get: new Map(), list: new Map(), update: new Map() };
  }

  /**
   * Records the prefix of a resource: keys of the core group do not contain their group, so the
   * keys alone do not identify their resources.
   */
  override forResource({ group, resource }: GroupResource, prefix: string): Storage {
    this.#places.set(prefix, `${group}/${resource}`);
    return this;
  }

  override create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#measure("create", key)(this.storage.create(key, value, options));
  }

  override get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#measure("get", key)(this.storage.get(key, options));
  }

  override list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    return this.#measure("list", prefix)(this.storage.list(prefix, options));
  }

  override update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#measure("update", key)(this.storage.update(key, value, revision, options));
  }

  override delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#measure("delete", key)(this.storage.delete(key, revision));
  }

  override watch(prefix: string, options?: KeyWatchOptions): StorageWatch {
    const [group = "", resource = ""] = this.#placeOf(prefix).split("/");
    return new MappedWatch(this.storage.watch(prefix, options), (events) => {
      this.#metrics.received(group, resource, events.length);
      return events;
    });
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
