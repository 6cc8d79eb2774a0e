import { newTestServer } from "@apimachinery/apiserver/testing";
import { InformerFactory } from "@apimachinery/client";
import { addControllers, createController, type Host } from "@apimachinery/client/controller";
import { describe, expect, test } from "vitest";
import { Kinds } from "../../../apis/restaurant/v1beta1/zz_generated.register.js";
import { restaurantGroup } from "../../../cmd/pizza-apiserver/restaurant-group.js";
import { pizza } from "../pizza.js";
import { gate, Kitchen, manual } from "./kitchen.js";

const election = {
  namespace: "default",
  name: "pizza-controller",
  retryPeriod: 50,
  renewDeadline: 5000,
  leaseDuration: 10_000,
};

/** Returns a controller that adds its name to a list with each reconcile. */
function named(name: string, reconciled: string[], leaderElection = true) {
  return createController({
    name,
    for: Kinds.Pizza,
    leaderElection,
    reconcile: async (request) => void reconciled.push(`${name} ${await Promise.resolve(request.name)}`),
  });
}

describe("leader election", () => {
  test("one of two copies reconciles, and the other continues when the leader ends", async () => {
    const kitchen = new Kitchen();
    const reconciled: string[] = [];
    const first = kitchen.run([named("first", reconciled)], { leaderElection: election });
    await kitchen.pizzas.create(pizza("a"));
    await expect.poll(() => reconciled).toEqual(["first a"]);
    kitchen.run([named("second", reconciled), named("always", reconciled, false)], { leaderElection: election });
    await expect.poll(() => reconciled).toEqual(["first a", "always a"]);
    await first.end();
    await expect.poll(() => reconciled).toEqual(["first a", "always a", "second a"]);
    expect((await kitchen.leases.get("pizza-controller")).spec?.leaseTransitions).toBe(1);
  });

  test("the lease is released only after the running reconciles have ended", async () => {
    const kitchen = new Kitchen();
    const started = gate();
    const finish = gate();
    const controller = createController({
      name: "slow",
      watches: [manual],
      reconcile: async () => {
        started.open();
        await finish.opened;
      },
    });
    controller.enqueue({ name: "x" });
    const { end } = kitchen.run([controller], { leaderElection: election });
    await started.opened;
    const ended = end();
    expect((await kitchen.leases.get(election.name)).spec?.holderIdentity).not.toBe("");
    finish.open();
    await ended;
    expect((await kitchen.leases.get(election.name)).spec?.holderIdentity).toBe("");
  });

  test("a copy that loses the lease ends its reconciles and fails", async () => {
    const kitchen = new Kitchen();
    const started = gate();
    const log: string[] = [];
    const controller = createController({
      name: "slow",
      watches: [manual],
      reconcile: async ({ signal }) => {
        started.open();
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
        log.push("reconcile ends");
      },
    });
    controller.enqueue({ name: "x" });
    const { ended } = kitchen.run([controller], {
      leaderElection: { ...election, renewDeadline: 1000, identity: "first" },
    });
    await started.opened;
    const thief = { holderIdentity: "thief", renewTime: new Date().toISOString().replace("Z", "000Z") };
    await kitchen.leases.patch(election.name, { type: "merge", body: { spec: thief } });
    await expect(ended.finally(() => log.push("ended"))).rejects.toThrow(
      "the lease default/pizza-controller was lost: another copy of the program is now the leader",
    );
    expect(log).toEqual(["reconcile ends", "ended"]);
  });

  test("the caches of a copy that does not lead are warm", async () => {
    const kitchen = new Kitchen();
    await kitchen.pizzas.create(pizza("a"));
    const reconciled: string[] = [];
    kitchen.run([named("first", reconciled)], { leaderElection: election });
    await expect.poll(() => reconciled).toEqual(["first a"]);
    const other = createController({
      name: "other",
      for: Kinds.Pizza,
      watches: [{ description: "never started", start: () => void reconciled.push("started") }],
      reconcile: () => Promise.resolve(),
    });
    let lists = 0;
    const send = kitchen.client.send.bind(kitchen.client);
    kitchen.client.send = (request) => {
      if (request.path.endsWith("/pizzas")) lists++;
      return send(request);
    };
    kitchen.run([other], { leaderElection: election });
    await expect.poll(() => lists).toBe(1);
    expect(reconciled).toEqual(["first a"]);
  });
});

test("the first failure ends all controllers, and the error is that of the failure", async () => {
  const kitchen = new Kitchen();
  const reconciled: string[] = [];
  const failing = createController({
    name: "failing",
    watches: [manual],
    recoverPanic: false,
    reconcile: async () => {
      await Promise.resolve();
      throw new TypeError("a fault");
    },
  });
  const { ended } = kitchen.run([named("good", reconciled), failing]);
  await kitchen.pizzas.create(pizza("a"));
  await expect.poll(() => reconciled).toEqual(["good a"]);
  failing.enqueue({ name: "x" });
  await expect(ended).rejects.toThrow("a fault");
  await kitchen.pizzas.create(pizza("b"));
  expect(reconciled).toEqual(["good a"]);
});

describe("inside of a server", () => {
  test("controllers use the loopback client and the informers of the server, and end before it", async () => {
    const log: string[] = [];
    const started = gate();
    const pizzas = createController({
      name: "pizza",
      for: Kinds.Pizza,
      reconcile: async ({ object, client, signal }) => {
        if (object === undefined || object.status.cost !== undefined) return;
        started.open();
        log.push("starts");
        // The server still serves while it waits for this reconcile.
        await new Promise((resolve) => {
          signal.addEventListener("abort", resolve);
        });
        const { namespace = "", name = "" } = object.metadata;
        const status = { type: "merge", body: { status: { cost: 7 } } } as const;
        const updated = await client.resource(Kinds.Pizza).namespace(namespace).patch(name, status);
        log.push(`sets ${updated.status.cost}`);
      },
    });
    const server = newTestServer({
      groups: [
        {
          ...restaurantGroup,
          extend: (context) => {
            addControllers([pizzas], context);
          },
        },
      ],
    });
    await server.client.resource(Kinds.Pizza).namespace("default").create(pizza("a"));
    await started.opened;
    await server.stop();
    expect(log).toEqual(["starts", "sets 7"]);
  });

  test("controllers of a server that fail start again, and the failure is logged", async () => {
    const kitchen = new Kitchen();
    const hooks: ((context: { readonly signal: AbortSignal }) => Promise<void> | void)[] = [];
    const ends: (() => Promise<void> | void)[] = [];
    const logged: string[] = [];
    let calls = 0;
    const controller = createController({
      name: "failing",
      watches: [manual],
      recoverPanic: false,
      reconcile: async () => {
        await Promise.resolve();
        if (++calls === 1) throw new TypeError("a fault");
      },
    });
    const host: Host = {
      client: kitchen.client,
      informers: new InformerFactory(kitchen.client),
      server: {
        addPostStartHook: (_name, hook) => void hooks.push(hook),
        addPreShutdownHook: (_name, hook) => void ends.push(hook),
      },
      log: { error: (message, error) => void logged.push(`${message}: ${String(error)}`) },
    };
    addControllers([controller], host);
    controller.enqueue({ name: "x" });
    for (const hook of hooks) await hook({ signal: new AbortController().signal });
    await expect.poll(() => logged).toEqual(["the controllers failed and will start again: TypeError: a fault"]);
    controller.enqueue({ name: "x" });
    await expect.poll(() => calls).toBe(2);
    for (const end of ends) await end();
  });
});
