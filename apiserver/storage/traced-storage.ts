import { inSpan } from "../tracing/in-span.js";
import { ForwardingStorage } from "./forwarding-storage.js";
import type {
  GetResult,
  KeyValue,
  StoredListOptions,
  ListResult,
  ReadOptions,
  Storage,
  StorageWriteOptions,
} from "./storage.js";

/** Names of the tracing spans of each operation; absent for an operation without a span. */
export interface SpanNames {
  readonly get: string;
  readonly list: string;
  readonly create?: string;
  readonly update?: string;
}

/**
 * Returns the span names of a store, such as `Create embedded`, in the form of Go's etcd3 store.
 */
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
 * A storage that creates a tracing span for each call of another storage that has a name in
 * `SpanNames`.
 */
export class TracedStorage extends ForwardingStorage {
  readonly #names: SpanNames;

  constructor(storage: Storage, names: SpanNames) {
    super(storage);
    this.#names = names;
  }

  override create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#inSpan(this.#names.create, key, () => super.create(key, value, options));
  }

  override get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#inSpan(this.#names.get, key, () => super.get(key, options));
  }

  override list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    return this.#inSpan(this.#names.list, prefix, () => super.list(prefix, options));
  }

  override update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#inSpan(this.#names.update, key, () => super.update(key, value, revision, options));
  }

  #inSpan<T>(name: string | undefined, key: string, run: () => Promise<T>): Promise<T> {
    return name === undefined ? run() : inSpan(name, () => ({ key }), run);
  }
}
