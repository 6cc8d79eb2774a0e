import type { GroupResource } from "@apimachinery/runtime";
import { ConflictError, StorageUnavailableError } from "../errors.js";
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
} from "../storage.js";
import type { StorageWatch, StorageEvent } from "../watch.js";
import { ForwardingStorage } from "../forwarding-storage.js";
import type { Encryption } from "./encryption.js";
import type { ResourceEncryption } from "./resource-encryption.js";
import { MappedWatch } from "../shared/mapped-watch.js";

export interface EncryptedStorageOptions {
  /** The store of the encrypted values. It is closed together with this storage. */
  readonly storage: Storage;
  readonly encryption: Encryption;
  /** Common prefix of the keys, before `<group>/<resource>/`, with a slash at its end. */
  readonly prefix: string;
  /** Called when the storage is closed. */
  readonly onClose?: () => void;
}

/**
 * A storage that encrypts the values of another storage. A value that cannot be decrypted is
 * returned as unreadable, like a damaged value.
 */
export class EncryptedStorage extends ForwardingStorage {
  readonly #options: EncryptedStorageOptions;
  /**
   * Decrypted items by their encrypted items. Repeated reads therefore return the same object
   * whenever the encrypted storage returns the same object.
   */
  #items = new WeakMap<KeyValue, KeyValue>();
  /** Encryption of the server's resources, by the key prefix of the resource. */
  readonly #served = new Map<string, ResourceEncryption>();
  /** Encryption of other resources, by the beginning `<group>/<resource>` of their keys. */
  readonly #others = new Map<string, ResourceEncryption>();
  readonly #watches = new Set<EncryptedWatch>();
  /** True if a value could not be decrypted since the last change of the configuration. */
  #hasUnreadable = false;

  constructor(options: EncryptedStorageOptions) {
    super(options.storage);
    this.#options = options;
    options.encryption.onRenewal(() => {
      this.#items = new WeakMap();
      if (!this.#hasUnreadable) return;
      this.#hasUnreadable = false;
      // A cache may hold values as unreadable that can be decrypted now. The end of its watch makes
      // the cache read them again.
      const reason = new StorageUnavailableError("the encryption configuration has changed");
      for (const watch of [...this.#watches]) watch.end(reason);
    });
  }

  override async create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#write(key, value, (stored) => super.create(key, stored, options));
  }

  override async update(
    key: string,
    value: Uint8Array,
    revision: number,
    options?: StorageWriteOptions,
  ): Promise<KeyValue> {
    return this.#write(key, value, (stored) => super.update(key, stored, revision, options));
  }

  async #write(key: string, value: Uint8Array, write: (stored: Uint8Array) => Promise<KeyValue>): Promise<KeyValue> {
    const resource = this.#resourceOf(key);
    if (resource === undefined) return write(value);
    const { storedKey } = resource;
    const item = await this.#plainConflict(write(resource.encrypt(key, value)));
    const plain = { ...item, value, storedKey };
    this.#items.set(item, plain);
    return plain;
  }

  override delete(key: string, revision?: number): Promise<StorageDeletion> {
    return this.#plainConflict(super.delete(key, revision));
  }

  override async get(key: string, options?: ReadOptions): Promise<GetResult> {
    const result = await super.get(key, options);
    return result.item === undefined ? result : { ...result, item: this.#plain(result.item) };
  }

  override async list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    const result = await super.list(prefix, options);
    return { ...result, items: result.items.map((item) => this.#plain(item)) };
  }

  override watch(prefix: string, options: KeyWatchOptions = {}): StorageWatch {
    const watch = new EncryptedWatch(super.watch(prefix, options), {
      decrypt: (event) => this.#plainEvent(event),
      onEnd: options.onEnd,
      onDone: () => this.#watches.delete(watch),
    });
    this.#watches.add(watch);
    return watch;
  }

  override close(): Promise<void> {
    this.#options.onClose?.();
    return super.close();
  }

  /**
   * Records the key prefix of a resource. Keys of the core group do not contain the name of the
   * group, so the resource cannot be derived from the keys alone.
   */
  override forResource(resource: GroupResource, prefix: string): Storage {
    this.#served.set(prefix, this.#options.encryption.of(resource));
    return super.forResource(resource, prefix);
  }

  /** Returns the encryption of a key; undefined for a key that does not belong to a resource. */
  #resourceOf(key: string): ResourceEncryption | undefined {
    for (const [prefix, resource] of this.#served) if (key.startsWith(prefix)) return resource;
    return this.#otherResourceOf(key);
  }

  #otherResourceOf(key: string): ResourceEncryption | undefined {
    const { prefix, encryption } = this.#options;
    if (!key.startsWith(prefix)) return undefined;
    const [group = "", resource = "", rest] = key.slice(prefix.length).split("/", 3);
    if (rest === undefined) return undefined;
    const place = `${group}/${resource}`;
    let found = this.#others.get(place);
    if (found === undefined) this.#others.set(place, (found = encryption.of({ group, resource })));
    return found;
  }

  #plain(item: KeyValue): KeyValue {
    const resource = item.unreadable === undefined ? this.#resourceOf(item.key) : undefined;
    if (resource === undefined) return item;
    let plain = this.#items.get(item);
    if (plain === undefined) this.#items.set(item, (plain = this.#decrypted(item, resource)));
    return plain;
  }

  #decrypted(item: KeyValue, resource: ResourceEncryption): KeyValue {
    try {
      return { ...item, ...resource.decrypt(item.key, item.value) };
    } catch (error) {
      this.#hasUnreadable = true;
      return { ...item, value: Buffer.alloc(0), unreadable: (error as Error).message };
    }
  }

  #plainEvent({ current, previous, ...event }: StorageEvent): StorageEvent {
    return {
      ...event,
      ...(current && { current: this.#plain(current) }),
      ...(previous && { previous: this.#plain(previous) }),
    };
  }

  /**
   * Returns the result of a write. If it fails with a ConflictError, the current item of the error
   * is decrypted.
   */
  async #plainConflict<T>(operation: Promise<T>): Promise<T> {
    try {
      return await operation;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw new ConflictError(error.key, error.expected, this.#plain(error.current));
    }
  }
}

interface EncryptedWatchOptions {
  readonly decrypt: (event: StorageEvent) => StorageEvent;
  /**
   * Called when `end` ends the watch with an error. If the watch of the store ends with an error,
   * that watch calls the function itself.
   */
  readonly onEnd: ((error: Error) => void) | undefined;
  /** Called when the watch is closed. */
  readonly onDone: () => void;
}

/** A watch that decrypts the events of another watch. */
class EncryptedWatch extends MappedWatch {
  readonly #options: EncryptedWatchOptions;
  #error: Error | undefined;

  constructor(watch: StorageWatch, options: EncryptedWatchOptions) {
    super(watch, (events) => events.map(options.decrypt));
    this.#options = options;
  }

  override take(): readonly StorageEvent[] {
    if (this.#error !== undefined) throw this.#error;
    return super.take();
  }

  override close(): void {
    super.close();
    this.#options.onDone();
  }

  /** Ends the watch with an error. */
  end(error: Error): void {
    this.#error = error;
    this.close();
    this.#options.onEnd?.(error);
  }

  override async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    yield* super[Symbol.asyncIterator]();
    if (this.#error !== undefined) throw this.#error;
  }
}
