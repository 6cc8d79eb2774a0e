import { WorkQueue, type WorkQueueObserver } from "@apimachinery/client";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Takes all items that are ready, in order. */
async function takeAll(queue: WorkQueue<string>): Promise<readonly string[]> {
  const taken: string[] = [];
  while (queue.length > 0) taken.push((await queue.get()) ?? "");
  return taken;
}

class Counts implements WorkQueueObserver {
  adds = 0;
  retries = 0;
  depth = 0;
  added(): void {
    this.adds++;
    this.depth++;
  }
  started(): void {
    this.depth--;
  }
  finished(): void {
    // The tests count only the items that wait.
  }
  retried(): void {
    this.retries++;
  }
}

// The titles are those of controller-runtime 0.25.2, pkg/controller/priorityqueue.
describe("Controllerworkqueue", () => {
  test("returns items in order", async () => {
    const queue = new WorkQueue<string>();
    for (const item of ["foo", "bar"]) queue.add(item);
    expect(await takeAll(queue)).toEqual(["foo", "bar"]);
  });

  test("doesn't return an item that is currently locked; enqueues a locked item", async () => {
    const queue = new WorkQueue<string>();
    queue.add("foo");
    expect(await queue.get()).toBe("foo");
    queue.add("foo", 1);
    queue.add("bar");
    expect(await takeAll(queue)).toEqual(["bar"]);
    queue.done("foo");
    expect(await queue.get()).toBe("foo");
    expect(queue.priorityOf("foo")).toBe(1);
  });

  test("returns an item as soon as its unlocked", async () => {
    const queue = new WorkQueue<string>();
    queue.add("foo");
    await queue.get();
    queue.add("foo");
    const again = queue.get();
    queue.done("foo");
    expect(await again).toBe("foo");
  });

  test("retains the highest priority; will not decrease the priority", async () => {
    const queue = new WorkQueue<string>();
    queue.add("foo", 1);
    queue.add("foo", 2);
    queue.add("foo", 1);
    expect([await queue.get(), queue.priorityOf("foo"), queue.length]).toEqual(["foo", 2, 0]);
  });

  test("gets pushed to the front if the priority increases", async () => {
    const queue = new WorkQueue<string>();
    for (const item of ["foo", "bar", "baz"]) queue.add(item);
    queue.add("baz", 1);
    expect(await takeAll(queue)).toEqual(["baz", "foo", "bar"]);
  });

  test("follows FIFO order in the new priority queue when item priority changes", async () => {
    const queue = new WorkQueue<string>();
    queue.add("foo", -100);
    for (const item of ["bar", "baz"]) queue.add(item);
    queue.add("foo");
    expect(await takeAll(queue)).toEqual(["bar", "baz", "foo"]);
  });

  test("retains the lowest after duration; doesn't include non-ready items in Len()", async () => {
    const queue = new WorkQueue<string>();
    queue.addAfter("foo", 100);
    queue.addAfter("foo", 50);
    queue.addAfter("foo", 70);
    await vi.advanceTimersByTimeAsync(49);
    expect(queue.length).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([queue.length, await queue.get()]).toEqual([1, "foo"]);
    queue.done("foo");
    await vi.advanceTimersByTimeAsync(1000);
    expect(queue.length).toBe(0);
  });

  test("HighPriorityItemThatBecameReadyIsReturnedBeforeLowPriorityItem", async () => {
    const queue = new WorkQueue<string>();
    queue.addAfter("prio", 1000, 100);
    queue.add("foo");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await takeAll(queue)).toEqual(["prio", "foo"]);
  });

  test("WaitingItemIsReturnedRightAfterReadWithoutAfter", async () => {
    const queue = new WorkQueue<string>();
    queue.addAfter("foo", 60_000);
    queue.add("foo");
    expect(await queue.get()).toBe("foo");
    queue.done("foo");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(queue.length).toBe(0);
  });

  test("MultipleItemsWithAfterAreReturnedInCorrectOrder", async () => {
    const queue = new WorkQueue<string>();
    queue.addAfter("foo", 1000);
    queue.addAfter("bar", 500);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await takeAll(queue)).toEqual(["bar", "foo"]);
  });

  test("updates metrics correctly for an item that gets initially added with after and then without", () => {
    const counts = new Counts();
    const queue = new WorkQueue<string>({ observer: counts });
    queue.addAfter("foo", 60_000);
    expect(counts).toMatchObject({ adds: 0, depth: 0, retries: 1 });
    queue.add("foo");
    queue.add("foo", 5);
    expect([counts, queue.length]).toMatchObject([{ adds: 1, depth: 1, retries: 1 }, 1]);
  });

  test("MetricsAreUpdatedForItemWhoseRequeueAfterExpiredThatGetsAddedAgainWithoutRequeueAfter", async () => {
    const counts = new Counts();
    const queue = new WorkQueue<string>({ observer: counts });
    queue.addAfter("foo", 50);
    await vi.advanceTimersByTimeAsync(50);
    queue.add("foo");
    expect([counts, await takeAll(queue)]).toMatchObject([{ adds: 1 }, ["foo"]]);
    expect(counts.depth).toBe(0);
  });

  test("Get from priority queue is unblocked on shutdown", async () => {
    const queue = new WorkQueue<string>();
    const waiting = queue.get();
    queue.shutDown();
    expect(await waiting).toBeUndefined();
  });

  test("FuzzPriorityQueue: the order is that of a sorted list, for all additions and delays", async () => {
    const addition = fc.record({
      item: fc.constantFrom("a", "b", "c", "d", "e"),
      after: fc.constantFrom(0, 0, 10, 20, 30),
      priority: fc.integer({ min: -2, max: 2 }),
      pause: fc.constantFrom(0, 0, 5, 15),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(addition, { maxLength: 40 }), async (additions) => {
        const queue = new WorkQueue<string>();
        const model = new Map<string, { item: string; at: number; priority: number }>();
        const start = performance.now();
        for (const { item, after, priority, pause } of additions) {
          queue.addAfter(item, after, priority);
          const at = after === 0 ? 0 : performance.now() - start + after;
          const known = model.get(item) ?? { item, at, priority };
          model.set(item, { item, at: Math.min(at, known.at), priority: Math.max(priority, known.priority) });
          await vi.advanceTimersByTimeAsync(pause);
        }
        const time = performance.now() - start;
        const due = [...model.values()].filter(({ at }) => at <= time);
        expect(queue.length).toBe(due.length);
        const taken = await takeAll(queue);
        expect([...taken].sort()).toEqual(due.map(({ item }) => item).sort());
        const priorities = taken.map((item) => model.get(item)?.priority ?? 0);
        expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
        expect(taken.map((item) => queue.priorityOf(item))).toEqual(priorities);
        for (const item of taken) queue.done(item);
        await vi.advanceTimersByTimeAsync(100);
        const later = await takeAll(queue);
        expect([...later].sort()).toEqual([...model.keys()].filter((item) => !taken.includes(item)).sort());
        queue.shutDown();
      }),
      { numRuns: 200 },
    );
  });
});
