import { createController, TerminalError } from "@apimachinery/client/controller";
import { describe, expect, test } from "vitest";
import { gate, Kitchen, manual, Measured } from "./kitchen.js";
import { key, request, scripted, type Outcome } from "./scripted.js";

// The titles are those of controller-runtime 0.25.2, pkg/internal/controller.

describe("Processing queue items from a Controller", () => {
  test("should requeue a Request if there is an error and continue processing items", async () => {
    const kitchen = new Kitchen();
    const { controller, reconciled } = scripted([new Error("expected error: reconcile")]);
    controller.enqueue(request);
    kitchen.run([controller]);
    await expect.poll(() => reconciled).toEqual([key, key]);
    expect(kitchen.errors).toHaveLength(1);
  });

  test("should not requeue a Request if there is a terminal error, also as a cause", async () => {
    const measured = new Measured();
    const kitchen = new Kitchen();
    const wrapped = new Error("outer", { cause: new TerminalError("inner") });
    const { controller, reconciled } = scripted([new TerminalError(new Error("hopeless")), wrapped], {
      metrics: measured.registry,
    });
    controller.enqueue(request);
    controller.enqueue({ name: "second" });
    controller.enqueue({ name: "third" });
    kitchen.run([controller]);
    await expect.poll(() => reconciled).toEqual([key, "/second", "/third"]);
    expect(kitchen.errors).toEqual([
      [
        'the controller "test" failed to reconcile bar/foo and will not retry until the object changes',
        "TerminalError: hopeless",
      ],
      ['the controller "test" failed to reconcile second and will not retry until the object changes', "Error: outer"],
    ]);
    expect(await measured.lines("controller_runtime_terminal_reconcile_errors_total")).toEqual([
      'controller_runtime_terminal_reconcile_errors_total{controller="test"} 2',
    ]);
    expect(await measured.lines("workqueue_retries_total")).toEqual([
      'workqueue_retries_total{name="test",controller="test"} 0',
    ]);
  });

  test("should not reset backoff until there's a non-error result", async () => {
    const failures: number[] = [];
    const counts = new Map<unknown, number>();
    const rateLimiter = {
      when: (item: unknown) => {
        counts.set(item, (counts.get(item) ?? 0) + 1);
        failures.push(counts.get(item) ?? 0);
        return 1;
      },
      forget: (item: unknown) => void counts.delete(item),
      numRequeues: (item: unknown) => counts.get(item) ?? 0,
    };
    const { controller, reconciled } = scripted([new Error("1"), new Error("2"), undefined, new Error("3")], {
      rateLimiter,
    });
    controller.enqueue(request);
    new Kitchen().run([controller]);
    await expect.poll(() => reconciled.length).toBe(3);
    expect([failures, counts.size]).toEqual([[1, 2], 0]);
    controller.enqueue(request);
    await expect.poll(() => reconciled.length).toBe(5);
    expect(failures).toEqual([1, 2, 1]);
  });

  test("should requeue a Request after a duration (but not rate-limited) if the Result sets RequeueAfter", async () => {
    const measured = new Measured();
    const { controller, reconciled } = scripted([{ requeueAfter: 5 }, undefined], { metrics: measured.registry });
    controller.enqueue(request);
    new Kitchen().run([controller]);
    await expect.poll(() => reconciled).toEqual([key, key]);
    await expect
      .poll(() => measured.lines("controller_runtime_reconcile_total"))
      .toEqual([
        'controller_runtime_reconcile_total{controller="test",result="requeue"} 0',
        'controller_runtime_reconcile_total{controller="test",result="success"} 1',
        'controller_runtime_reconcile_total{controller="test",result="error"} 0',
        'controller_runtime_reconcile_total{controller="test",result="requeue_after"} 1',
      ]);
  });

  test.each<[title: string, outcome: Outcome, priority: number, order: readonly string[]]>([
    ["retain the priority with RequeueAfter", { requeueAfter: 1 }, 10, ["first", "other"]],
    ["use the priority from Result with RequeueAfter", { requeueAfter: 1, priority: -5 }, 10, ["other", "first"]],
    ["retain the priority when there was an error", new Error("once"), 10, ["first", "other"]],
    ["retain a low priority when there was an error", new Error("once"), -10, ["other", "first"]],
  ])("should %s", async (_title, outcome, priority, order) => {
    const reconciled: string[] = [];
    const controller = createController({
      name: "test",
      watches: [manual],
      reconcile: async ({ name }) => {
        reconciled.push(name);
        // The timer fires after that of the requeued object, which is then ready.
        if (name === "blocker") await new Promise((resolve) => setTimeout(resolve, 30));
        if (reconciled.length > 1) return undefined;
        controller.enqueue({ name: "blocker" }, { priority: 100 });
        controller.enqueue({ name: "other" });
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
    controller.enqueue({ name: "first" }, { priority });
    new Kitchen().run([controller]);
    await expect.poll(() => reconciled).toEqual(["first", "blocker", ...order]);
  });

  test("what was enqueued before the start has the highest of its priorities and the shortest of its delays", async () => {
    const { controller, reconciled } = scripted([]);
    controller.enqueue({ name: "late" }, { after: 3_600_000, priority: 9 });
    controller.enqueue({ name: "a" });
    controller.enqueue({ name: "b" }, { priority: 5 });
    controller.enqueue({ name: "b" }, { after: 60_000 });
    expect(() => {
      controller.enqueue({ name: "a/b" });
    }).toThrow('no object can have the name {"name":"a/b"}');
    new Kitchen().run([controller]);
    await expect.poll(() => reconciled).toEqual(["/b", "/a"]);
  });

  test("processes one key at a time, and different keys at the same time", async () => {
    const active = new Map<string, number>();
    let most = 0;
    let calls = 0;
    const controller = createController({
      name: "test",
      watches: [manual],
      concurrency: 3,
      reconcile: async ({ name }) => {
        calls++;
        active.set(name, (active.get(name) ?? 0) + 1);
        expect(active.get(name)).toBe(1);
        most = Math.max(
          most,
          [...active.values()].reduce((sum, count) => sum + count, 0),
        );
        controller.enqueue({ name: "a" });
        await new Promise((resolve) => setTimeout(resolve, 2));
        active.set(name, 0);
      },
    });
    const names = Array.from({ length: 30 }, (_, index) => String.fromCharCode(97 + (index % 10)));
    new Kitchen().run([controller]);
    for (const name of names) controller.enqueue({ name });
    await expect.poll(() => calls).toBeGreaterThan(20);
    expect(most).toBe(3);
  });

  test("the end waits for running reconciles, and starts no other", async () => {
    const started = gate();
    const finish = gate();
    const log: string[] = [];
    const controller = createController({
      name: "test",
      watches: [manual],
      reconcile: async ({ name, signal }) => {
        log.push(`start ${name}`);
        started.open();
        await finish.opened;
        log.push(`end ${name} ${signal.aborted}`);
      },
    });
    controller.enqueue({ name: "a" });
    controller.enqueue({ name: "b" });
    const { end } = new Kitchen().run([controller]);
    await started.opened;
    const ended = end().then(() => log.push("ended"));
    setTimeout(finish.open, 20);
    await ended;
    expect(log).toEqual(["start a", "end a true", "ended"]);
  });

  test("the end reports reconciles that do not end in time", async () => {
    const started = gate();
    const finish = gate();
    const controller = createController({
      name: "test",
      watches: [manual],
      reconcile: async () => {
        started.open();
        await finish.opened;
      },
    });
    controller.enqueue(request);
    const { end } = new Kitchen().run([controller], { gracefulTimeout: 10 });
    await started.opened;
    await expect(end()).rejects.toThrow("running reconciles have not ended within 10 ms after the end was requested");
    finish.open();
  });
});

describe("prometheus metrics", () => {
  test("should add a reconcile time to the reconcile time histogram, and have the names of controller-runtime", async () => {
    const measured = new Measured();
    const { controller, reconciled } = scripted([new Error("one"), undefined], {
      metrics: measured.registry,
      concurrency: 2,
    });
    const { controller: other } = scripted([], { metrics: measured.registry, name: "other" });
    controller.enqueue(request);
    new Kitchen().run([controller, other]);
    await expect.poll(() => reconciled.length).toBe(2);
    const value = (name: string) => measured.value(`controller_runtime_${name}`, 'controller="test"');
    await expect.poll(() => value("reconcile_time_seconds_count")).toBe(2);
    expect(await value("reconcile_errors_total")).toBe(1);
    expect([await value("max_concurrent_reconciles"), await value("active_workers")]).toEqual([2, 0]);
    const labels = 'controller="test"';
    expect(await measured.value("controller_runtime_reconcile_time_seconds_bucket", `le="60",${labels}`)).toBe(
      undefined,
    );
    expect(await measured.value("controller_runtime_reconcile_time_seconds_bucket", `${labels},le="60"`)).toBe(2);
    expect(await measured.value("workqueue_adds_total", `name="test",${labels}`)).toBe(2);
    expect(await measured.value("workqueue_depth", `name="other",controller="other"`)).toBe(0);
  });
});
