import { test } from "vitest";
import type { KeyValue, Storage, StorageWatch, StorageEvent } from "../../../../apiserver/storage/index.js";
import type { OpenStorage } from "../conformance.js";

export const prefix = "/registry/pizzas/";

export const bytes = (text: string): Uint8Array => Buffer.from(text);
export const text = (value: Uint8Array): string => Buffer.from(value).toString();

/**
 * Returns a function that defines a test with a new storage. The storage is closed after the test.
 * @param isSkipped true for tests that do not apply to this storage
 * @param define `test`, or `test.concurrent` for tests that wait
 */
export function storageTest(
  open: OpenStorage,
  isSkipped = false,
  define: (name: string, run: () => Promise<void>) => void = test,
): (name: string, run: (storage: Storage) => Promise<void>) => void {
  return (name, run) => {
    if (isSkipped) return;
    define(name, async () => {
      const storage = await open();
      try {
        await run(storage);
      } finally {
        await storage.close();
      }
    });
  };
}

/** Formats an item as `key=value@revision`, for comparisons. */
export function show(item: KeyValue | undefined): string {
  return item === undefined ? "-" : `${item.key.slice(prefix.length)}=${text(item.value)}@${item.revision}`;
}

/** Formats an event as `a@3: before -> after`. */
export function showEvent(event: StorageEvent): string {
  const value = (item: KeyValue | undefined): string =>
    item === undefined ? "-" : `${text(item.value)}@${item.revision}`;
  return `${event.key.slice(prefix.length)}@${event.revision}: ${value(event.previous)} -> ${value(event.current)}`;
}

export async function create(storage: Storage, name: string, value = name): Promise<number> {
  return (await storage.create(prefix + name, bytes(value))).revision;
}

/** Updates a key at its current revision. */
export async function update(storage: Storage, name: string, value: string): Promise<number> {
  const { item } = await storage.get(prefix + name);
  return (await storage.update(prefix + name, bytes(value), item?.revision ?? 0)).revision;
}

export async function remove(storage: Storage, name: string): Promise<number> {
  return (await storage.delete(prefix + name)).revision;
}

/**
 * Waits for `count` events of a watch. The result also contains events beyond this number that have
 * already arrived, so that comparisons detect them.
 */
export async function collect(watch: StorageWatch, count: number): Promise<StorageEvent[]> {
  const events: StorageEvent[] = [];
  while (events.length < count) {
    await watch.ready();
    events.push(...watch.take());
  }
  return events;
}

/** Returns the error that ended the watch. */
export async function endOf(watch: StorageWatch): Promise<unknown> {
  try {
    for (;;) {
      await watch.ready();
      watch.take();
    }
  } catch (error) {
    return error;
  }
}
