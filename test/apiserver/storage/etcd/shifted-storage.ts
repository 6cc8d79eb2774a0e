import {
  CompactedError,
  ConflictError,
  FutureRevisionError,
  SlowWatcherError,
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
  type StorageWriteOptions,
} from "../../../../apiserver/storage/index.js";

/**
 * A view of a store that was used before: its revisions begin at 1, as in a new store. It passes
 * all calls on, and subtracts the revision at which the view begins.
 */
export class ShiftedStorage implements Storage {
  readonly #storage: Storage;
  readonly #shift: number;
  readonly #close: () => Promise<void>;
  #closing: Promise<void> | undefined;

  /**
   * @param shift revision of the store that is revision 0 of this view
   * @param close called when the view is closed for the first time
   */
  constructor(storage: Storage, shift: number, close: () => Promise<void>) {
    this.#storage = storage;
    this.#shift = shift;
    this.#close = close;
  }

  get isExclusive(): boolean {
    return this.#storage.isExclusive;
  }

  get reportsProgress(): boolean {
    return this.#storage.reportsProgress ?? true;
  }

  async create(key: string, value: Uint8Array, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#item(await this.#translated(this.#storage.create(key, value, options)));
  }

  async update(key: string, value: Uint8Array, revision: number, options?: StorageWriteOptions): Promise<KeyValue> {
    return this.#item(await this.#translated(this.#storage.update(key, value, revision + this.#shift, options)));
  }

  async delete(key: string, revision?: number): Promise<StorageDeletion> {
    const at = revision === undefined ? undefined : revision + this.#shift;
    const deletion = await this.#translated(this.#storage.delete(key, at));
    return { revision: deletion.revision - this.#shift };
  }

  async get(key: string, options?: ReadOptions): Promise<GetResult> {
    const { item, revision } = await this.#translated(this.#storage.get(key, this.#shifted(options)));
    return { ...(item !== undefined && { item: this.#item(item) }), revision: revision - this.#shift };
  }

  async list(prefix: string, options?: StoredListOptions): Promise<ListResult> {
    const { items, revision, remaining } = await this.#translated(this.#storage.list(prefix, this.#shifted(options)));
    return { items: items.map((item) => this.#item(item)), revision: revision - this.#shift, remaining };
  }

  watch(prefix: string, options: KeyWatchOptions = {}): StorageWatch {
    const { after, onEnd } = options;
    const watch = this.#storage.watch(prefix, {
      ...options,
      ...(after !== undefined && { after: after + this.#shift }),
      ...(onEnd !== undefined && {
        onEnd: (error) => {
          onEnd(this.#errorOf(error) as Error);
        },
      }),
    });
    return new ShiftedWatch(watch, this.#shift, {
      event: (event) => this.#event(event),
      errorOf: (error) => this.#errorOf(error),
    });
  }

  async currentRevision(): Promise<number> {
    return (await this.#translated(this.#storage.currentRevision())) - this.#shift;
  }

  compact(revision: number): Promise<void> {
    return this.#translated(this.#storage.compact(revision + this.#shift));
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  #shifted<Options extends ReadOptions>(options: Options | undefined): Options | undefined {
    if (options === undefined) return undefined;
    const { revision, notOlderThan } = options;
    return {
      ...options,
      ...(revision !== undefined && { revision: revision + this.#shift }),
      ...(notOlderThan !== undefined && { notOlderThan: notOlderThan === 0 ? 0 : notOlderThan + this.#shift }),
    };
  }

  #item(item: KeyValue): KeyValue {
    return { ...item, revision: item.revision - this.#shift };
  }

  #event({ key, revision, current, previous }: StorageEvent): StorageEvent {
    return {
      key,
      revision: revision - this.#shift,
      ...(current !== undefined && { current: this.#item(current) }),
      ...(previous !== undefined && { previous: this.#item(previous) }),
    };
  }

  async #translated<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  #errorOf(error: unknown): unknown {
    const shift = this.#shift;
    if (error instanceof CompactedError)
      return new CompactedError(error.revision - shift, error.compactRevision - shift);
    if (error instanceof FutureRevisionError)
      return new FutureRevisionError(error.revision - shift, error.currentRevision - shift);
    if (error instanceof SlowWatcherError) return new SlowWatcherError(error.revision - shift);
    if (error instanceof ConflictError)
      return new ConflictError(error.key, error.expected - shift, this.#item(error.current));
    return error;
  }
}

interface Translation {
  readonly event: (event: StorageEvent) => StorageEvent;
  readonly errorOf: (error: unknown) => unknown;
}

class ShiftedWatch implements StorageWatch {
  readonly #watch: StorageWatch;
  readonly #shift: number;
  readonly #translation: Translation;
  /**
   * Each error of the watch, with its translation. The watch throws the same error several times.
   */
  readonly #errors = new Map<unknown, unknown>();

  constructor(watch: StorageWatch, shift: number, translation: Translation) {
    this.#watch = watch;
    this.#shift = shift;
    this.#translation = translation;
  }

  get revision(): number {
    return this.#watch.revision - this.#shift;
  }

  ready(): Promise<void> {
    return this.#watch.ready();
  }

  take(): readonly StorageEvent[] {
    try {
      return this.#watch.take().map((event) => this.#translation.event(event));
    } catch (error) {
      throw this.#errorOf(error);
    }
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#watch.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    for await (const events of this.#watch) yield events.map((event) => this.#translation.event(event));
  }

  #errorOf(error: unknown): unknown {
    const known = this.#errors.get(error) ?? this.#translation.errorOf(error);
    this.#errors.set(error, known);
    return known;
  }
}
