import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoKubectl } from "../interop/kubectl.js";
import { garageDefinition } from "../apiserver/garage/group.js";
import { run, type Running } from "../apiserver/garage/running.js";
import { findKubernetes, whyNoKubernetes } from "./binaries.js";
import { startPeerProcess, type PeerProcess } from "./peer-process.js";

const reason = whyNoKubernetes() ?? whyNoKubectl();
const definition = {
  name: "garage-apiserver",
  description: "Serves cars.",
  version: "v1.0.0",
  groups: [garageDefinition()],
};

/**
 * The server needs no cluster here: the collector finds its kinds by discovery. The collector of
 * the server runs too, so each object has two collectors.
 */
describe.skipIf(reason !== undefined)(
  ["kube-controller-manager's garbage collector beside that of the server", reason].filter(Boolean).join(", "),
  () => {
    let running: Running;
    let manager: PeerProcess;
    const kubectl = (line: string, input?: string) => running.kubectl(line.split(" "), input);

    beforeAll(async () => {
      running = await run(definition);
      manager = await startPeerProcess({
        name: "kube-controller-manager",
        command: () => [
          ...(findKubernetes("kube-controller-manager") ?? []),
          `--kubeconfig=${running.kubeconfig}`,
          "--controllers=garbage-collector-controller",
          "--leader-elect=false",
          "--authentication-skip-lookup",
          "--secure-port=0",
          "--v=2",
        ],
        ready: /("synced garbage collector")/,
      });
    });
    afterAll(async () => {
      await manager.stop();
      await running.stop();
    });

    /** Creates a car, and a car that depends on it. */
    async function createBoth(owner: string): Promise<void> {
      const create = (name: string, ownerReferences: readonly object[]) => {
        const metadata = { name, ownerReferences };
        const object = { apiVersion: "garage.example.com/v1", kind: "Car", metadata, spec: { colour: "red" } };
        return kubectl("create -f -", JSON.stringify(object));
      };
      await create(owner, []);
      const uid = await kubectl(`get car ${owner} -o jsonpath={.metadata.uid}`);
      const reference = {
        apiVersion: "garage.example.com/v1",
        kind: "Car",
        name: owner,
        uid,
        blockOwnerDeletion: true,
      };
      expect(await create(`${owner}-part`, [reference])).toContain("created");
    }

    test("--cascade=foreground deletes the dependents before their owner", async () => {
      await createBoth("foreground");
      expect(await kubectl("delete car foreground --cascade=foreground --timeout=60s")).toContain("deleted");
      expect(await kubectl("get cars -o name")).not.toContain("foreground");
    });

    test("--cascade=background deletes them after it", async () => {
      await createBoth("background");
      expect(await kubectl("delete car background --cascade=background")).toContain("deleted");
      await kubectl("wait --for=delete car/background-part --timeout=60s");
      expect(await kubectl("get cars -o name")).not.toContain("background");
    });

    test("--cascade=orphan keeps them, without their owner", async () => {
      await createBoth("orphan");
      expect(await kubectl("delete car orphan --cascade=orphan --timeout=60s")).toContain("deleted");
      const part = JSON.parse(await kubectl("get car orphan-part -o json")) as { readonly metadata: object };
      expect(part.metadata).not.toHaveProperty("ownerReferences");
    });
  },
);
