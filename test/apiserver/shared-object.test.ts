import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { sizeOf } from "../sizes.js";
import { Events } from "./events.js";
import { InProcessServer, pizzas, textOf, toppings, type Json } from "./harness.js";

const version = "restaurant.programming-kubernetes.info/v1beta1";
const seconds = sizeOf("SHARED_OBJECT_SECONDS");

/** A controller that applies its part of the pizza whenever the pizza changes. */
class Controller {
  readonly #server: InProcessServer;
  readonly #name: string;
  readonly #desired: (round: number) => object;
  readonly #events: Events;
  round = 0;
  applies = 0;
  /** Numbers of applies that were refused. */
  refused = 0;

  constructor(server: InProcessServer, name: string, events: Events, desired: (round: number) => object) {
    this.#server = server;
    this.#name = name;
    this.#events = events;
    this.#desired = desired;
  }

  async run(): Promise<void> {
    for (;;) {
      const [event] = await this.#events.take(1);
      if (event === undefined) return;
      await this.apply();
    }
  }

  async apply(): Promise<void> {
    this.applies++;
    const reply = await this.#server.send("PATCH", `${pizzas}/shared?fieldManager=${this.#name}`, {
      body: { apiVersion: version, kind: "Pizza", metadata: { name: "shared" }, ...this.#desired(this.round) },
      headers: { "content-type": "application/apply-patch+yaml" },
    });
    if (reply.status !== 200 && reply.status !== 201) this.refused++;
  }

  stop(): void {
    this.#events.hangUp();
  }
}

test(
  `two controllers apply halves of one object for ${String(seconds)} seconds, and a third updates it: no field is lost, and the writes end`,
  { timeout: 600_000 + seconds * 2000 },
  async () => {
    const server = new InProcessServer();
    for (const name of ["cheese", "ham"]) await server.post(toppings, { metadata: { name }, spec: { cost: 1 } });
    const watch = async () => new Events(await server.response("GET", `${pizzas}?watch=1`));
    const cheese = new Controller(server, "cheese", await watch(), (round) => ({
      spec: { toppings: [{ name: "cheese", quantity: 1 + (round % 5) }] },
    }));
    const ham = new Controller(server, "ham", await watch(), (round) => ({
      spec: { toppings: [{ name: "ham", quantity: 1 + (round % 3) }] },
      metadata: { name: "shared", labels: { ham: `r${String(round % 3)}` } },
    }));
    await cheese.apply();
    await ham.apply();
    const running = [cheese.run(), ham.run()];
    const end = Date.now() + seconds * 1000;
    let updates = 0;
    while (Date.now() < end) {
      cheese.round++;
      ham.round++;
      await count(server);
      updates++;
      await pause(5);
      expect(partsOf(await server.get(`${pizzas}/shared`))).toEqual(["cheese", "ham", "hasLabel", "hasCount"]);
    }
    const last = await quiet(server);
    expect(last.json["spec"]).toEqual({
      toppings: [
        { name: "cheese", quantity: 1 + (cheese.round % 5) },
        { name: "ham", quantity: 1 + (ham.round % 3) },
      ],
    });
    expect(last.json["metadata"]?.["annotations"]).toEqual({ count: String(updates) });
    expect([cheese.refused, ham.refused]).toEqual([0, 0]);
    expect(updates).toBeGreaterThan(10);
    cheese.stop();
    ham.stop();
    await Promise.race([Promise.all(running), pause(10)]);
  },
);

/** Increments the annotation with the number of updates, as a client with optimistic locking. */
async function count(server: InProcessServer): Promise<void> {
  let status = 409;
  while (status === 409) {
    const { json } = await server.get(`${pizzas}/shared`);
    const before = Number(json["metadata"]?.["annotations"]?.["count"] ?? 0);
    const annotations = { count: String(before + 1) };
    const changed = { ...json, metadata: { ...json["metadata"], annotations } };
    ({ status } = await server.put(`${pizzas}/shared`, changed));
  }
  expect(status).toBe(200);
}

function partsOf({ json }: { readonly json: Json }): readonly string[] {
  return [
    ...Object.values(json["spec"]?.["toppings"] ?? {}).map(({ name }) => textOf(name)),
    json["metadata"]?.["labels"]?.["ham"] === undefined ? "no label" : "hasLabel",
    json["metadata"]?.["annotations"]?.["count"] === undefined ? "no count" : "hasCount",
  ];
}

/** Waits until the object has not changed for 200 ms, and returns it. */
async function quiet(server: InProcessServer): Promise<{ readonly json: Json }> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const before = await server.get(`${pizzas}/shared`);
    await pause(200);
    const after = await server.get(`${pizzas}/shared`);
    if (before.text === after.text) return after;
  }
  throw new Error("the controllers write without an end");
}
