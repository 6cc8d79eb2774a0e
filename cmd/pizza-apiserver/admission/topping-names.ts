import { setTimeout as after } from "node:timers/promises";
import { everyObject } from "@apimachinery/apiserver";
import type { ObjectWatch, Store } from "@apimachinery/apiserver";
import type { ToppingLister } from "./pizza-toppings.js";

/** How long it waits before it lists again when its watch broke, in milliseconds. */
const pause = 1000;

/** The names of all toppings, kept up to date by a watch of the server's own store. */
export class ToppingNames implements ToppingLister {
  readonly #store: Store;
  readonly #names = new Set<string>();
  readonly #running: Promise<void>;
  #stopped = new AbortController();
  #watch: ObjectWatch | undefined;
  #isSynced = false;
  #setSynced: () => void = () => undefined;
  readonly #synced = new Promise<void>((resolve) => {
    this.#setSynced = () => {
      this.#isSynced = true;
      resolve();
    };
  });

  constructor(store: Store) {
    this.#store = store;
    this.#running = this.#run();
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  async synced(milliseconds: number): Promise<boolean> {
    if (this.#isSynced) return true;
    const late = new AbortController();
    const isSynced = this.#synced.then(() => true);
    try {
      return await Promise.race([isSynced, after(milliseconds, false, { signal: late.signal })]);
    } finally {
      late.abort();
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#watch?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        await this.#follow(await this.#list());
      } catch {
        // The store may be slow to start, or have forgotten where the watch was: a new list finds out.
        await after(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** @returns the revision that the names are of */
  async #list(): Promise<number> {
    const all = { selection: everyObject, resourceVersion: "", resourceVersionMatch: "", limit: 0, continue: "" } as const;
    const { items, resourceVersion } = await this.#store.list("", all);
    this.#names.clear();
    for (const { metadata } of items) this.#names.add(metadata.name ?? "");
    this.#setSynced();
    return Number(resourceVersion);
  }

  async #follow(revision: number): Promise<void> {
    const watch = this.#store.watch("", everyObject, revision);
    this.#watch = watch;
    // A stop that came between has not seen this watch.
    if (this.#stopped.signal.aborted) watch.close();
    while (!watch.isClosed) {
      await watch.ready();
      for (const { type, object } of watch.take()) {
        const name = object.metadata.name ?? "";
        if (type === "DELETED") this.#names.delete(name);
        else this.#names.add(name);
      }
    }
  }
}
