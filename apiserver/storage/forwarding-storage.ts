import type { GroupResource } from "@apimachinery/runtime";
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

/** A storage that forwards all calls to another storage. Subclasses change some of the calls. */
export class ForwardingStorage implements Storage {
  protected readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  get isExclusive(): boolean {
    return this.storage.isExclusive;
  }

  get reportsProgress(): boolean {
    return this.storage.reportsProgress !== false;
  }

  create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.storage.create(key, value, options);
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.storage.get(key, options);
  }

  list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    return this.storage.list(prefix, options);
  }

  update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.storage.update(key, value, revision, options);
  }

  delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.storage.delete(key, revision);
  }

  watch(prefix: string, options?: KeyWatchOptions): StorageWatch {
    return this.storage.watch(prefix, options);
  }

  currentRevision(): Promise<number> {
    return this.storage.currentRevision();
  }

  compact(revision: number): Promise<void> {
    return this.storage.compact(revision);
  }

  close(): Promise<void> {
    return this.storage.close();
  }

  /** Passes the resource and its prefix on. This storage serves all resources itself. */
  forResource(resource: GroupResource, prefix: string): Storage {
    this.storage.forResource?.(resource, prefix);
    return this;
  }

  async ready(): Promise<void> {
    await this.storage.ready?.();
  }
}
