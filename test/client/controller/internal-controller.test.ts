import { InformerFactory } from "@apimachinery/client";
import { createController, watch, type ReconcileRequest, type Source } from "@apimachinery/client/controller";
import { describe, expect, test } from "vitest";
import { Kinds } from "../../../apis/restaurant/v1beta1/zz_generated.register.js";
import type { APIObject } from "../../../client/rest/resource-type.js";
import { pizza } from "../pizza.js";
import { gate, Kitchen, manual, Measured } from "./kitchen.js";
import { key, request, scripted } from "./scripted.js";

// The titles are those of controller-runtime 0.25.2, pkg/internal/controller.

describe("Reconciler", () => {
  test("should call the Reconciler function, with an identity for logs", async () => {
    const requests: ReconcileRequest<APIObject>[] = [];
    const kitchen = new Kitchen();
    const controller = createController({
      name: "test",
      watches: [manual],
      reconcile: async (given) => void requests.push(await Promise.resolve(given)),
    });
    controller.enqueue(request);
    kitchen.run([controller]);
    await expect.poll(() => requests).toMatchObject([{ ...request, object: undefined }]);
    expect(requests[0]?.reconcileID).toMatch(/^[\da-f]{8}-/);
  });

  test("should not recover panic if RecoverPanic is false", async () => {
    const { controller } = scripted([new TypeError("x is undefined")], { recoverPanic: false });
    controller.enqueue(request);
    await expect(new Kitchen().run([controller]).ended).rejects.toThrow("x is undefined");
  });

  test("should recover panic if RecoverPanic is true by default, and count it", async () => {
    const measured = new Measured();
    const { controller, reconciled } = scripted([new RangeError("stack"), new Error("no panic")], {
      metrics: measured.registry,
    });
    controller.enqueue(request);
    new Kitchen().run([controller]);
    await expect.poll(() => reconciled).toEqual([key, key, key]);
    expect(await measured.value("controller_runtime_reconcile_panics_total", 'controller="test"')).toBe(1);
  });

  test("a function that throws without a promise is contained, too", async () => {
    const kitchen = new Kitchen();
    let calls = 0;
    const controller = createController({
      name: "test",
      watches: [manual],
      reconcile: () => {
        if (++calls === 1) throw new Error("before the first await");
        return Promise.resolve();
      },
    });
    controller.enqueue(request);
    kitchen.run([controller]);
    await expect.poll(() => calls).toBe(2);
    expect(kitchen.errors).toEqual([
      ['the controller "test" failed to reconcile bar/foo and will retry', "Error: before the first await"],
    ]);
  });

  test("should time out if ReconciliationTimeout is set, and increment the metric", async () => {
    const measured = new Measured();
    const reasons: unknown[] = [];
    const controller = createController({
      name: "test",
      watches: [manual],
      reconcileTimeout: 10,
      metrics: measured.registry,
      reconcile: async ({ signal, name }) => {
        if (name === "fast") return;
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
        reasons.push(signal.reason);
      },
    });
    for (const name of ["fast", "slow", "slower"]) controller.enqueue({ name });
    new Kitchen().run([controller]);
    await expect.poll(() => reasons.map(String)).toEqual(Array(2).fill("Error: the reconcile took longer than 10 ms"));
    await expect.poll(() => measured.value("controller_runtime_reconcile_timeouts_total", 'controller="test"')).toBe(2);
  });

  test("should not increment when parent context is cancelled; should not configure a timeout if it is zero", async () => {
    for (const timeout of [{ reconcileTimeout: 3_000_000 }, {}]) {
      const measured = new Measured();
      const started = gate();
      const controller = createController({
        name: "test",
        watches: [manual],
        metrics: measured.registry,
        ...timeout,
        reconcile: async ({ signal }) => {
          started.open();
          await new Promise((resolve) => {
            signal.addEventListener("abort", resolve);
          });
        },
      });
      controller.enqueue(request);
      const { end } = new Kitchen().run([controller]);
      await started.opened;
      await end();
      expect(await measured.value("controller_runtime_reconcile_timeouts_total", 'controller="test"')).toBe(0);
    }
  });
});

describe("Start", () => {
  const failing = (start: Source["start"]): Source => ({ description: "test source", start });
  const never = () => new Promise<void>(() => undefined);

  test("should return an error if there is an error starting sources", async () => {
    const failure = new Error("Expected error: could not start source");
    const starts: readonly Source["start"][] = [
      () => Promise.reject(failure),
      () => {
        throw failure;
      },
    ];
    for (const start of starts) {
      const { controller } = scripted([], { watches: [manual, failing(start)] });
      await expect(new Kitchen().run([controller]).ended).rejects.toBe(failure);
    }
  });

  test("should error when cache sync timeout occurs, and when Start() is blocking forever", async () => {
    const { controller } = scripted([], { watches: [failing(never)], cacheSyncTimeout: 10 });
    await expect(new Kitchen().run([controller]).ended).rejects.toThrow(
      'the test source of the controller "test" has not synced within 10 ms',
    );
  });

  test("should not error when controller Start context is cancelled during Sources WaitForSync", async () => {
    const { controller, reconciled } = scripted([], { watches: [failing(never)] });
    controller.enqueue(request);
    await new Kitchen().run([controller]).end();
    expect(reconciled).toEqual([]);
  });

  test("should not call Reconcile until all event handlers have processed initial objects", async () => {
    const kitchen = new Kitchen();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    for (const name of names) await kitchen.pizzas.create(pizza(name));
    const mapped = new Set<string>();
    const seen: number[] = [];
    const late = gate();
    const controller = createController({
      name: "test",
      for: Kinds.Pizza,
      watches: [
        watch(Kinds.Pizza, ({ metadata }) => {
          mapped.add(metadata.name ?? "");
          return [];
        }),
        failing(() => late.opened),
      ],
      reconcile: async ({ cache }) => {
        seen.push(mapped.size + cache(Kinds.Pizza).lister.list().length);
        await Promise.resolve();
      },
    });
    kitchen.run([controller]);
    await expect.poll(() => mapped.size).toBe(20);
    expect(seen).toEqual([]);
    late.open();
    await expect.poll(() => seen).toEqual(names.map(() => 40));
  });

  test("should process events from source.Channel", async () => {
    const { controller, reconciled } = scripted([]);
    new Kitchen().run([controller]);
    controller.enqueue(request);
    await expect.poll(() => reconciled).toEqual([key]);
  });

  test("should call Start on sources with the appropriate EventHandler, Queue, and Predicates", async () => {
    const predicates = [() => true];
    const given = gate();
    const { controller } = scripted([], {
      predicates,
      watches: [
        failing((context) => {
          expect(context.predicates).toBe(predicates);
          expect(context.informers).toBeInstanceOf(InformerFactory);
          given.open();
        }),
      ],
    });
    new Kitchen().run([controller]);
    await given.opened;
  });

  test("should return an error if it gets started more than once", async () => {
    const kitchen = new Kitchen();
    const { controller, reconciled } = scripted([]);
    kitchen.run([controller]);
    controller.enqueue(request);
    await expect.poll(() => reconciled).toEqual([key]);
    await expect(kitchen.run([controller]).ended).rejects.toThrow('the controller "test" runs already');
  });

  test("a controller that has ended can run again, with what was enqueued in between", async () => {
    const kitchen = new Kitchen();
    const { controller, reconciled } = scripted([]);
    await kitchen.run([controller]).end();
    controller.enqueue(request);
    kitchen.run([controller]);
    await expect.poll(() => reconciled).toEqual([key]);
  });
});
