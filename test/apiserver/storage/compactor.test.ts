import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CompactedError, MemoryStorage, startCompactor } from "../../../apiserver/storage/index.js";
import { create, prefix } from "./conformance/helpers.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the compactor keeps the history of one to two intervals", async () => {
  const storage = new MemoryStorage();
  const stop = startCompactor(storage, {
    interval: 1000,
    onError: (error) => {
      throw error;
    },
  });
  for (let second = 1; second <= 5; second++) {
    await create(storage, `n${second}`);
    await vi.advanceTimersByTimeAsync(1000);
    const oldest = Math.max(2, second);
    expect((await storage.list(prefix, { revision: oldest })).items.length).toBe(oldest - 1);
    if (oldest > 2) await expect(storage.list(prefix, { revision: oldest - 1 })).rejects.toThrow(CompactedError);
  }
  stop();
  await create(storage, "after");
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await storage.list(prefix, { revision: 6 })).revision).toBe(6);
});

test("the compactor reports failures and continues; it ends without a report when the storage is closed", async () => {
  const storage = new MemoryStorage();
  await create(storage, "a");
  const reported: unknown[] = [];
  let fails = true;
  const broken = {
    currentRevision: () => (fails ? Promise.reject(new Error("lost")) : storage.currentRevision()),
    compact: (revision: number) => storage.compact(revision),
  };
  startCompactor(Object.assign(Object.create(storage) as MemoryStorage, broken), {
    interval: 1000,
    onError: (error) => reported.push(error),
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(reported.length).toBe(2);
  fails = false;
  await storage.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect([reported.length, vi.getTimerCount()]).toEqual([2, 0]);
});
