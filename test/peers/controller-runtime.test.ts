import { clientConfigOf, loadKubeconfig, RESTClient } from "@apimachinery/client";
import { runControllers } from "@apimachinery/client/controller";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Kinds } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { costs } from "../bench/controllers/costs.js";
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
        command: () => [findControllerRuntime() ?? "", "leases", server.kubeconfig],
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

describe.skipIf(reason !== undefined)(
  ["the same controller here and with controller-runtime", reason].filter(Boolean).join(", "),
  () => {
    test("both set the same status, also after a change of another kind", async () => {
      expect(await statuses(runHere)).toEqual(await statuses(runGo));
    });
  },
);

async function runHere({ client }: Costs): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const running = runControllers([costs], { client, signal: stop.signal });
  return Promise.resolve(async () => {
    stop.abort();
    await running;
  });
}

async function runGo({ server }: Costs): Promise<() => Promise<void>> {
  const operator = await startPeerProcess({
    name: "controller-runtime-peer",
    command: () => [findControllerRuntime() ?? "", "costs", server.kubeconfig],
    ready: /(Starting workers)/,
  });
  return () => operator.stop();
}

interface Costs {
  readonly server: ServerProcess;
  readonly client: RESTClient;
}

/** Returns the costs that a controller sets, before and after a topping gets another price. */
async function statuses(run: (costs: Costs) => Promise<() => Promise<void>>): Promise<unknown> {
  const server = await ServerProcess.start(mains.pizza, ["--storage-backend=memory"]);
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  const client = new RESTClient(config);
  const toppings = client.resource(Kinds.Topping);
  const pizzas = client.resource(Kinds.Pizza).namespace("default");
  const basil = (cost: number) =>
    toppings.apply({ metadata: { name: "basil" }, spec: { cost } }, { fieldManager: "cook" });
  await basil(2);
  const counts = [1, 2, 3];
  for (const count of counts) {
    const spec = { toppings: Array.from({ length: count }, () => "basil") };
    await pizzas.apply({ metadata: { name: `pizza-${count}` }, spec }, { fieldManager: "cook" });
  }
  const seen: unknown[] = [];
  const end = await run({ server, client });
  for (const price of [2, 3]) {
    await basil(price);
    await eventually(async () => {
      const { items } = await pizzas.list();
      const found = items.map(({ metadata, status }) => [metadata.name, status.cost ?? 0]);
      expect(found).toEqual(counts.map((count) => [`pizza-${count}`, count * price]));
      seen.push(found);
    });
  }
  await end();
  await client.close();
  await server.remove();
  return seen;
}
