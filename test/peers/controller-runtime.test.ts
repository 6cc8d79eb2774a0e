import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "../interop/kubectl.js";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findControllerRuntime, whyNoControllerRuntime } from "./binaries.js";
import { startPeerProcess, type PeerProcess } from "./peer-process.js";

const reason = whyNoControllerRuntime() ?? whyNoKubectl();

/** The operator owns a Lease for each Flunder: SetControllerReference, and Owns. */
describe.skipIf(reason !== undefined)(
  ["an operator with controller-runtime, without a cluster", reason].filter(Boolean).join(", "),
  () => {
    let server: ServerProcess;
    let operator: PeerProcess;
    let environment: Record<string, string>;
    const kubectl = async (line: string): Promise<string> => (await runLine(line, server.folder, environment)).output;
    beforeAll(async () => {
      server = await ServerProcess.start(mains.groups);
      environment = kubectlEnvironment(findKubectl() ?? "", server.kubeconfig, server.folder);
      operator = await startPeerProcess({
        name: "controller-runtime-peer",
        command: () => [findControllerRuntime() ?? "", server.kubeconfig],
        ready: /(Starting workers)/,
      });
    });
    afterAll(async () => {
      await operator.stop();
      await server.remove();
    });

    /** Creates a Flunder, and waits for its Lease. Returns the owner references of the Lease. */
    async function create(name: string): Promise<unknown> {
      const spec = { referenceType: "Flunder", flunderReference: "x" };
      const flunder = { apiVersion: "wardle.example.com/v1beta1", kind: "Flunder", metadata: { name }, spec };
      expect(await kubectl(`echo '${JSON.stringify(flunder)}' | kubectl create -f -`)).toContain("created");
      return eventually(async () => {
        const text = await kubectl(`kubectl get lease ${name} -o json`);
        return (JSON.parse(text) as { readonly metadata: { readonly ownerReferences: unknown } }).metadata
          .ownerReferences;
      });
    }

    test("Owns: a deleted Lease is created again", async () => {
      const uid = async () => kubectl("kubectl get lease again -o jsonpath={.metadata.uid}");
      expect(await create("again")).toMatchObject([
        { kind: "Flunder", name: "again", controller: true, blockOwnerDeletion: true },
      ]);
      const first = await uid();
      await kubectl("kubectl delete lease again");
      await eventually(async () => {
        const next = await uid();
        return /^[-0-9a-f]{36}$/.test(next) && next !== first;
      });
    });

    test.each(["background", "foreground"])(
      "SetControllerReference: --cascade=%s deletes the Lease",
      async (cascade) => {
        await create(cascade);
        expect(await kubectl(`kubectl delete flunder ${cascade} --cascade=${cascade}`)).toContain("deleted");
        expect(await kubectl(`kubectl get flunder ${cascade}`)).toContain("NotFound");
        await eventually(async () => (await kubectl(`kubectl get lease ${cascade}`)).includes("NotFound"));
      },
    );

    test("SetControllerReference: --cascade=orphan keeps the Lease, without its owner", async () => {
      await create("orphan");
      expect(await kubectl("kubectl delete flunder orphan --cascade=orphan")).toContain("deleted");
      expect(await kubectl("kubectl get lease orphan -o jsonpath={.metadata}")).not.toContain("ownerReferences");
    });
  },
);
