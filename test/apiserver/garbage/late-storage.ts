import {
  MemoryStorage,
  type StorageWatch,
  type StorageEvent,
  type KeyWatchOptions,
} from "../../../apiserver/storage/index.js";

/** A storage whose watches of some resources report nothing until they are released or lost. */
export class LateStorage extends MemoryStorage {
  readonly #late = new Map<string, Gate>();

  /** Delays the watches of a resource, such as `/registry/depot.example.com/cars/`. */
  delay(prefix: string): void {
    this.#late.set(prefix, new Gate());
  }

  /** Reports the delayed changes of a resource. */
  release(prefix: string): void {
    this.#late.get(prefix)?.open();
  }

  /** Ends the delayed watches of a resource with an error. Later watches are not delayed. */
  lose(prefix: string): void {
    this.#late.get(prefix)?.open(new Error("the watch was lost"));
    this.#late.delete(prefix);
  }

  override watch(prefix: string, options?: KeyWatchOptions): StorageWatch {
    const watch = super.watch(prefix, options);
    const gate = this.#late.get(prefix);
    return gate === undefined ? watch : new LateWatch(watch, gate);
  }
}

class Gate {
  readonly opened: Promise<void>;
  isOpen = false;
  error: Error | undefined;
  #open: () => void = () => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(error?: Error): void {
    this.isOpen = true;
    this.error = error;
    this.#open();
  }
}

class LateWatch implements StorageWatch {
  readonly #watch: StorageWatch;
  readonly #gate: Gate;
  readonly #start: number;
  #isClosed = false;

  constructor(watch: StorageWatch, gate: Gate) {
    this.#watch = watch;
    this.#gate = gate;
    this.#start = watch.revision;
  }

  get revision(): number {
    return this.#gate.isOpen ? this.#watch.revision : this.#start;
  }

  async ready(): Promise<void> {
    await this.#gate.opened;
    if (this.#gate.error === undefined) await this.#watch.ready();
  }

  take(): readonly StorageEvent[] {
    if (this.#gate.error !== undefined) throw this.#gate.error;
    return this.#gate.isOpen ? this.#watch.take() : [];
  }

  requestProgress(): void {
    this.#watch.requestProgress();
  }

  close(): void {
    this.#isClosed = true;
    this.#gate.open();
    this.#watch.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StorageEvent[]> {
    while (!this.#isClosed) {
      await this.ready();
      const events = this.take();
      if (events.length > 0) yield events;
    }
  }
}
