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

  describe.each([true, false])("with --enable-garbage-collector=%s", (collects) => {
    let collected: Running;
    const kubectl = (line: string, input?: string) => collected.kubectl(line.split(" "), input);

    beforeAll(async () => {
      collected = await run(
        { ...definition, groups: [garageDefinition()] },
        ...(collects ? [] : ["--enable-garbage-collector=false"]),
      );
    });
    afterAll(() => collected.stop());

    /** Creates a car, and a car that depends on it. */
    async function createBoth(owner: string): Promise<void> {
      await kubectl("create -f -", carText(owner));
      const uid = await kubectl(`get car ${owner} -o jsonpath={.metadata.uid}`);
      const reference = {
        apiVersion: "garage.example.com/v1",
        kind: "Car",
        name: owner,
        uid,
        blockOwnerDeletion: true,
      };
      const part = JSON.parse(carText(`${owner}-part`)) as { readonly metadata: object };
      const object = { ...part, metadata: { ...part.metadata, ownerReferences: [reference] } };
      expect(await kubectl("create -f -", JSON.stringify(object))).toContain("created");
    }

    test.each(["background", "foreground", "orphan"])("--cascade=%s decides about dependents", async (cascade) => {
      await createBoth(cascade);
      // kubectl waits until the car is gone.
      expect(await kubectl(`delete car ${cascade} --cascade=${cascade}`)).toContain("deleted");
      if (collects && cascade === "background") await kubectl(`wait --for=delete car/${cascade}-part --timeout=300s`);
      const left = await kubectl(`get car ${cascade} ${cascade}-part -o name`);
      expect(left).toContain(`"${cascade}" not found`);
      if (collects && cascade !== "orphan") expect(left).toContain(`"${cascade}-part" not found`);
      else {
        const owners = await kubectl(`get car ${cascade}-part -o jsonpath={.metadata.ownerReferences}`);
        expect(owners === "").toBe(collects);
      }
    });
  });
});
