import { afterEach, expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { attack, attackTimeout, clientTimeout, longPause, rounds } from "./attack.js";
import { killing, pausing } from "./faults.js";
import { faultyServer } from "./processes.js";

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.remove();
});

test.each([
  ["16 writers lose no write, lists are snapshots, watches have no gap", "embedded", rounds, []],
  // Some watches, exact lists and pages expire.
  ["the same with a short history", "short-history", Math.ceil(rounds / 2), ["--etcd-compaction-interval=400ms"]],
])("kills and pauses of the pizza server: %s", { timeout: attackTimeout }, async (_title, name, times, flags) => {
  server = await ServerProcess.start(mains.pizza, [`--request-timeout=${clientTimeout}ms`, ...flags]);
  const target = faultyServer("the server", server);
  const { statistics } = await attack({
    name,
    rounds: times,
    kubeconfigs: [server.kubeconfig],
    resource: "toppings.v1alpha1.restaurant.programming-kubernetes.info",
    template: { spec: { cost: 1 } },
    faults: [killing(target), killing(target), pausing(target, longPause)],
  });
  expect(statistics.faults).toBe(2 * times);
  expect(statistics.writes).toBeGreaterThan(times);
});
