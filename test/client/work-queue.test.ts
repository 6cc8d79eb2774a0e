import {
  BucketRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  MaxWaitRateLimiter,
  WorkQueue,
} from "@apimachinery/client";
import * as fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
});

test("an item that is added twice is processed once, but again if it is added while it is processed", async () => {
  const queue = new WorkQueue<string>();
  for (const item of ["a", "b", "a"]) queue.add(item);
  expect(queue.length).toBe(2);
  expect(await queue.get()).toBe("a");
  queue.add("a");
  queue.add("a");
  expect(queue.length).toBe(1);
  expect(await queue.get()).toBe("b");
  const next = queue.get();
  queue.done("a");
  expect(await next).toBe("a");
  queue.done("a");
  queue.done("b");
  expect(queue.length).toBe(0);
});

test("the queue loses no item and hands no item to two workers, in any order of operations", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ item: fc.constantFrom("a", "b", "c"), delay: fc.constantFrom(-1, 0, 1) }), {
        maxLength: 40,
      }),
      fc.integer({ min: 1, max: 4 }),
      async (adds, count) => {
        const queue = new WorkQueue<string>();
        const busy = new Set<string>();
        const versions = new Map<string, number>();
        const seen = new Map<string, number>();
        const workers = Array.from({ length: count }, async () => {
          for (let item = await queue.get(); item !== undefined; item = await queue.get()) {
            expect(busy.has(item)).toBe(false);
            busy.add(item);
            const version = versions.get(item) ?? 0;
            await Promise.resolve();
            seen.set(item, version);
            busy.delete(item);
            queue.done(item);
          }
        });
        for (const { item, delay } of adds) {
          versions.set(item, (versions.get(item) ?? 0) + 1);
          queue.add(item);
          if (delay >= 0) await Promise.resolve();
        }
        await queue.shutDownWithDrain();
        await Promise.all(workers);
        expect(seen).toEqual(versions);
      },
    ),
    { numRuns: 50 },
  );
});

test("delayed items are returned in the order of their earliest due times", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const queue = new WorkQueue<string>();
  queue.addAfter("late", 300);
  queue.addAfter("b", 200);
  queue.addAfter("a", 100);
  queue.addAfter("b", 500);
  queue.addAfter("late", 50);
  queue.addAfter("now", 0);
  expect([queue.length, await queue.get()]).toEqual([1, "now"]);
  await vi.advanceTimersByTimeAsync(60);
  expect([queue.length, await queue.get()]).toEqual([1, "late"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([queue.length, await queue.get(), await queue.get()]).toEqual([2, "a", "b"]);
});

test("many delayed items are returned in the order of their due times", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const queue = new WorkQueue<number>();
  const delays = Array.from({ length: 200 }, (_, index) => ((index * 7919) % 200) + 1);
  for (const delay of delays) queue.addAfter(delay, delay);
  const order: (number | undefined)[] = [];
  for (let step = 0; step < 200; step++) {
    await vi.advanceTimersByTimeAsync(1);
    order.push(await queue.get());
  }
  expect(order).toEqual(delays.toSorted((a, b) => a - b));
});

test("an item whose delay exceeds the longest timer is not due at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const queue = new WorkQueue<string>();
  queue.addAfter("a", 2 ** 32);
  await vi.advanceTimersByTimeAsync(2 ** 31);
  expect(queue.length).toBe(0);
  await vi.advanceTimersByTimeAsync(2 ** 31);
  expect(queue.length).toBe(1);
});

test("the delay of an item grows with each failure until it is forgotten", () => {
  const limiter = new ItemExponentialFailureRateLimiter<string>(5, 30);
  expect([1, 2, 3, 4].map(() => limiter.when("a"))).toEqual([5, 10, 20, 30]);
  expect([limiter.numRequeues("a"), limiter.when("b")]).toEqual([4, 5]);
  limiter.forget("a");
  expect(limiter.when("a")).toBe(5);
  const fastSlow = new ItemFastSlowRateLimiter<string>(1, 100, 2);
  expect([1, 2, 3].map(() => fastSlow.when("a"))).toEqual([1, 1, 100]);
});

test("a bucket allows its burst, then its rate, for all items together", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const bucket = new BucketRateLimiter<string>(10, 2);
  expect(["a", "b", "c", "d"].map((item) => Math.round(bucket.when(item)))).toEqual([0, 0, 100, 200]);
  vi.advanceTimersByTime(200);
  expect(Math.round(bucket.when("e"))).toBe(100);
  vi.advanceTimersByTime(60_000);
  const both = new MaxOfRateLimiter(bucket, new ItemExponentialFailureRateLimiter<string>(7, 7));
  expect([both.when("a"), both.numRequeues("a")]).toEqual([7, 1]);
});

test("a queue that is shut down returns its items, refuses new ones, and ends its workers", async () => {
  const queue = new WorkQueue<string>();
  queue.add("a");
  queue.addAfter("b", 1);
  queue.shutDown();
  queue.add("c");
  expect([queue.isShuttingDown, await queue.get(), await queue.get()]).toEqual([true, "a", undefined]);
  const other = new WorkQueue<string>();
  const waiting = other.get();
  other.shutDown();
  expect(await waiting).toBeUndefined();
});

test("a drain waits for the current items and for items that were added during their processing", async () => {
  const queue = new WorkQueue<string>();
  queue.add("a");
  await queue.get();
  queue.add("a");
  let isDrained = false;
  const drained = queue.shutDownWithDrain().then(() => {
    isDrained = true;
  });
  queue.done("a");
  expect([isDrained, await queue.get()]).toEqual([false, "a"]);
  queue.done("a");
  await drained;
  expect(await queue.get()).toBeUndefined();
});

test("two objects with the same key are one item", async () => {
  const queue = new WorkQueue<{ readonly id: number }>({ keyOf: ({ id }) => id });
  queue.add({ id: 1 });
  queue.add({ id: 1 });
  expect(queue.length).toBe(1);
  queue.done((await queue.get()) ?? { id: 0 });
  queue.addRateLimited({ id: 1 });
  expect(queue.numRequeues({ id: 1 })).toBe(1);
  queue.forget({ id: 1 });
  expect(queue.numRequeues({ id: 1 })).toBe(0);
  queue.shutDown();
});

test("the delay of an item that fails very often stays at the maximum", () => {
  const limiter = new ItemExponentialFailureRateLimiter<string>(1, 1_000_000);
  for (let failures = 0; failures < 2000; failures++) limiter.when("a");
  expect(limiter.when("a")).toBe(1_000_000);
  const overflowing = new ItemExponentialFailureRateLimiter<string>(60_000, Number.MAX_SAFE_INTEGER);
  for (let failures = 0; failures < 2000; failures++) overflowing.when("a");
  expect(overflowing.when("a")).toBe(Number.MAX_SAFE_INTEGER);
});

test("MaxWaitRateLimiter limits the delays of another limiter and shares its failure counts", () => {
  const limiter = new MaxWaitRateLimiter(new ItemExponentialFailureRateLimiter<string>(10, 100_000), 25);
  expect([1, 2, 3, 4].map(() => limiter.when("a"))).toEqual([10, 20, 25, 25]);
  expect(limiter.numRequeues("a")).toBe(4);
  limiter.forget("a");
  expect(limiter.when("a")).toBe(10);
});
