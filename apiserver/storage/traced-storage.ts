import { inSpan } from "../tracing/in-span.js";
import type {
  StorageDeletion,
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  KeyWatchOptions,
  StorageWriteOptions,
} from "./storage.js";
import type { StorageWatch } from "./watch.js";

/** Names of the tracing spans of each operation; absent for an operation without a span. */
export interface SpanNames {
  readonly get: string;
  readonly list: string;
  readonly create?: string;
  readonly update?: string;
}

/** Returns the span names of a store, such as `Get etcd3`. They equal those of Go's etcd3 store. */
export function storeSpans(backend: string): SpanNames {
  return {
    get: `Get ${backend}`,
    list: `List(recursive=true) ${backend}`,
    create: `Create ${backend}`,
    update: `GuaranteedUpdate ${backend}`,
  };
}

/** Names of the spans of the watch cache. */
export const cacheSpans: SpanNames = { get: "cacher.Get", list: "cacher.GetList" };

/**
 * A storage that forwards all calls to another storage. It creates a tracing span for each call
 * that has a name in `SpanNames`.
 */
export class TracedStorage implements Storage {
  readonly #storage: Storage;
  readonly #names: SpanNames;

  constructor(storage: Storage, names: SpanNames) {
    this.#storage = storage;
    this.#names = names;
  }

  get isExclusive(): boolean {
    return this.#storage.isExclusive;
  }

  get reportsProgress(): boolean {
    return this.#storage.reportsProgress !== false;
  }

  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#inSpan(this.#names.create, key, () => this.#storage.create(key, value, options));
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#inSpan(this.#names.get, key, () => this.#storage.get(key, options));
  }

  list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    return this.#inSpan(this.#names.list, prefix, () => this.#storage.list(prefix, options));
  }

  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#inSpan(this.#names.update, key, () => this.#storage.update(key, value, revision, options));
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#storage.delete(key, revision);
  }

  watch(prefix: string, options?: KeyWatchOptions): StorageWatch {
    return this.#storage.watch(prefix, options);
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

  #inSpan<T>(name: string | undefined, key: string, run: () => Promise<T>): Promise<T> {
    return name === undefined ? run() : inSpan(name, () => ({ key }), run);
  }
}
