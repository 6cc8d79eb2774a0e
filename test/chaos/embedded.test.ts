import { afterAll, expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { attack, attackTimeout, clientTimeout, longPause, rounds } from "./attack.js";
import { killing, pausing } from "./faults.js";
import { faultyServer } from "./processes.js";

let server: ServerProcess | undefined;
afterAll(() => server?.remove());

test(
  `${rounds} kills and pauses of the pizza server: 16 writers lose no write, lists are snapshots, watches have no gap`,
  { timeout: attackTimeout },
  async () => {
    server = await ServerProcess.start(mains.pizza, [`--request-timeout=${clientTimeout}ms`]);
    const target = faultyServer("the server", server);
    const { statistics } = await attack({
      name: "embedded",
      kubeconfigs: [server.kubeconfig],
      resource: "toppings.v1alpha1.restaurant.programming-kubernetes.info",
      template: { spec: { cost: 1 } },
      faults: [killing(target), killing(target), pausing(target, longPause)],
    });
    expect(statistics.faults).toBe(2 * rounds);
    expect(statistics.writes).toBeGreaterThan(rounds);
  },
);
