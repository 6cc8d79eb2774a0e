import { expect, vi } from "vitest";
import { openEmbeddedStorage, type Storage } from "../../../apiserver/storage/index.js";
import { collect } from "./conformance/helpers.js";

/**
 * Opens a storage as if `seconds` had passed. Only the clock of the system shows the later time,
 * and only while the storage is opened.
 */
export async function openLater(directory: string, seconds: number): Promise<Storage> {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now + seconds * 1000);
  try {
    return await openEmbeddedStorage({ directory });
  } finally {
    clock.mockRestore();
  }
}

/** Waits until no more keys than the given ones exist, and checks that all of these exist. */
export async function waitForKeys(storage: Storage, keys: readonly string[]): Promise<void> {
  const present = async () => (await storage.list("/")).items.map(({ key }) => key);
  const watch = storage.watch("/");
  while ((await present()).length > keys.length) await collect(watch, 1);
  watch.close();
  expect(await present()).toEqual(keys);
}
