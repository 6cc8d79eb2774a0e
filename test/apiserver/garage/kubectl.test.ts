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
    running = await run(definition);
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

  describe.each([undefined, "--enable-garbage-collector=false"])("with the flag %s", (flag) => {
    const collects = flag === undefined;
    let own: Running;
    const run1 = (line: string, input?: string) => own.kubectl(line.split(" "), input);

    beforeAll(async () => {
      own = await run({ ...definition, groups: [garageDefinition()] }, ...(collects ? [] : [flag]));
    });
    afterAll(() => own.stop());

    /** Creates a car, and a car that depends on it. */
    async function createBoth(owner: string): Promise<void> {
      await run1("create -f -", carText(owner));
      const uid = await run1(`get car ${owner} -o jsonpath={.metadata.uid}`);
      const reference = {
        apiVersion: "garage.example.com/v1",
        kind: "Car",
        name: owner,
        uid,
        blockOwnerDeletion: true,
      };
      const part = JSON.parse(carText(`${owner}-part`)) as { readonly metadata: object };
      const object = { ...part, metadata: { ...part.metadata, ownerReferences: [reference] } };
      expect(await run1("create -f -", JSON.stringify(object))).toContain("created");
    }

    test.each(["background", "foreground", "orphan"])("--cascade=%s decides about dependents", async (cascade) => {
      await createBoth(cascade);
      const reference = await run1(`get car ${cascade}-part -o jsonpath={.metadata.ownerReferences}`);
      // kubectl waits until the car is gone.
      expect(await run1(`delete car ${cascade} --cascade=${cascade}`)).toContain("deleted");
      expect(await run1(`get car ${cascade}`)).toContain("NotFound");
      if (collects && cascade !== "orphan") {
        await run1(`wait --for=delete car/${cascade}-part --timeout=300s`);
        expect(await run1(`get car ${cascade}-part`)).toContain("NotFound");
      } else {
        const left = await run1(`get car ${cascade}-part -o jsonpath={.metadata.ownerReferences}`);
        expect(left).toBe(collects ? "" : reference);
      }
    });
  });
});
