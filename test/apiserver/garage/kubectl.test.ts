import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectl, whyNoKubectl } from "../../interop/kubectl.js";
import { graceful } from "./example.js";
import { garageDefinition } from "./group.js";
import { run, type Running } from "./running.js";

const definition = {
  name: "garage-apiserver",
  description: "Serves cars.",
  version: "v1.0.0",
  groups: [garageDefinition(graceful)],
};
const carText = (name: string, stopSeconds?: number) =>
  JSON.stringify({
    apiVersion: "garage.example.com/v1",
    kind: "Car",
    metadata: { name },
    spec: { colour: "red", stopSeconds },
  });

describe.skipIf(findKubectl() === undefined)(`kubectl delete (${whyNoKubectl() ?? "found"})`, () => {
  let running: Running;
  const kubectl = (line: string, input?: string) => running.kubectl(line.split(" "), input);
  const metadataOf = (name: string, path: string) => kubectl(`get car ${name} -o jsonpath={.metadata.${path}}`);

  beforeAll(async () => {
    running = await run(definition, "--enable-garbage-collector");
  });
  afterAll(() => running.stop());

  test("--grace-period sets and shortens the grace period, and --now makes it 1 second", async () => {
    await kubectl("create -f -", carText("a", 3600));
    for (const [flag, seconds] of [
      ["--grace-period=60", "60"],
      ["--grace-period=30", "30"],
      ["--grace-period=50", "30"],
      ["--now", "1"],
    ] as const) {
      await kubectl(`delete car a ${flag} --wait=false`);
      expect([flag, await metadataOf("a", "deletionGracePeriodSeconds")]).toEqual([flag, seconds]);
    }
  });

  test("--force removes the object at once", async () => {
    await kubectl("create -f -", carText("b", 3600));
    await kubectl("delete car b --wait=false");
    expect(await metadataOf("b", "deletionGracePeriodSeconds")).toBe("3600");
    expect(await kubectl("delete car b --force")).toContain("deleted");
    expect(await kubectl("get car b")).toContain("NotFound");
  });

  test.each([
    ["foreground", "foregroundDeletion"],
    ["orphan", "orphan"],
  ])("--cascade=%s sets the finalizer %s for the garbage collector", async (cascade, finalizer) => {
    await kubectl("create -f -", carText(cascade));
    await kubectl(`delete car ${cascade} --cascade=${cascade} --wait=false`);
    expect(await metadataOf(cascade, "finalizers")).toBe(`["${finalizer}"]`);
    await running.kubectl(["patch", "car", cascade, "--type=merge", "-p", '{"metadata":{"finalizers":null}}']);
    expect(await kubectl(`get car ${cascade}`)).toContain("NotFound");
  });
});
