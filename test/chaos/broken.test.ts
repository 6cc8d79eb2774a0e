import { setTimeout as pause } from "node:timers/promises";
import { RESTClient, untypedResource } from "@apimachinery/client";
import { expect, test } from "vitest";
import { InProcessTransport } from "../../apiserver/http/in-process.js";
import { InProcessServer } from "../apiserver/harness.js";
import { BrokenStorage, type Defect } from "./broken-storage.js";
import { check, type Report } from "./check/check.js";
import { Recorder } from "./recorder.js";
import { defaultLoad, run } from "./run.js";
import { defaultValuePath, TestObjects } from "./test-objects.js";
import { sizeOf } from "../sizes.js";

/** Number of requests and events after which an attack ends. */
const records = sizeOf("CHAOS_RECORDS");

/** Attacks a server whose store has a defect, without sockets. */
async function attackOn(defect: Defect): Promise<Report> {
  const server = new InProcessServer({ storage: new BrokenStorage(defect) });
  const transport = new InProcessTransport();
  transport.serve((request) => server.handle(request));
  const client = new RESTClient({ server: "https://in-process", onWarning: () => undefined }, transport);
  const kind = { group: "restaurant.programming-kubernetes.info", version: "v1alpha1", kind: "Topping" };
  const objects = new TestObjects({ kind, template: { spec: { cost: 1 } }, valuePath: defaultValuePath });
  const servers = [client.resourceOf(untypedResource(kind, "toppings"))];
  const recorder = new Recorder();
  const load = { ...defaultLoad, keys: 4, think: 2 };
  await run({ servers, objects, hasMonotonicCaches: true }, load, recorder, async () => {
    while (recorder.history.length < records) await pause(10);
  });
  await client.close();
  return check(recorder.history);
}

test.each<[Defect, readonly string[]]>([
  ["none", []],
  ["acknowledges updates that it does not store", ["lost-write", "two-contents"]],
  ["ignores the condition of updates", ["lost-update"]],
  ["drops an event of a watch", ["watch-gap"]],
  ["repeats an event of a watch", ["watch-duplicate"]],
  ["swaps two events of a watch", ["watch-order"]],
  ["returns earlier versions", ["stale-read"]],
  ["returns earlier lists", ["stale-read"]],
  ["lists a mixture of two states", ["list-snapshot"]],
  ["lists each page at another revision", ["page-revision", "list-snapshot"]],
  ["reports a failure after it has stored an update", ["refused-write"]],
])("a store that has the defect %j: the checker reports %j", async (defect, expected) => {
  const { violations, statistics } = await attackOn(defect);
  expect(statistics.writes).toBeGreaterThan(20);
  if (expected.length === 0) {
    expect(violations).toEqual([]);
    return;
  }
  // The order of the requests decides whether one attack shows the defect.
  const found = new Set<string>(violations.map(({ rule }) => rule));
  for (let more = 9; more > 0 && !expected.some((rule) => found.has(rule)); more--)
    for (const { rule } of (await attackOn(defect)).violations) found.add(rule);
  expect(expected.filter((rule) => found.has(rule))).not.toEqual([]);
});
