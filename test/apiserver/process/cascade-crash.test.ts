import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../eventually.js";
import { sizeOf } from "../../sizes.js";
import { textOf, toppings, type Json } from "../harness.js";
import { APIClient, itemsOf } from "./api-client.js";
import { ServerProcess } from "./built-server.js";

/** Number of rounds. The environment variable CRASH_ROUNDS overrides the default. */
const rounds = sizeOf("CRASH_ROUNDS");
const policies = ["Background", "Foreground", "Orphan"] as const;
/** Number of dependents of each owner. */
const dependents = 20;

const folder = mkdtempSync(join(tmpdir(), "apimachinery-cascade-"));
const kubeconfig = join(folder, "kubeconfig");
let server: ServerProcess | undefined;
afterAll(async () => {
  server?.child.kill("SIGKILL");
  await server?.ended();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<{ readonly running: ServerProcess; readonly client: APIClient }> {
  const running = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${folder}`,
    `--write-kubeconfig=${kubeconfig}`,
  );
  server = running;
  return { running, client: new APIClient(await running.serving(), kubeconfig) };
}

async function create(client: APIClient, name: string, owners: readonly Json[], labels: object = {}): Promise<Json> {
  const ownerReferences = owners.map((owner) => ({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Topping",
    name: owner["metadata"]?.["name"],
    uid: owner["metadata"]?.["uid"],
    blockOwnerDeletion: true,
  }));
  const { status, json } = await client.send("POST", toppings, {
    metadata: { name, labels, ownerReferences },
    spec: { cost: 1 },
  });
  expect(status, name).toBe(201);
  return json;
}

/**
 * Creates an owner for each policy, with dependents of its own, a dependent that another object
 * owns too, and a dependent of a dependent.
 */
async function createTrees(client: APIClient, round: number): Promise<void> {
  const solid = await create(client, `solid-${round}`, []);
  for (const policy of policies) {
    const name = `${policy.toLowerCase()}-${round}`;
    const owner = await create(client, name, [], { owner: "true" });
    const labels = { policy };
    const parts = Array.from({ length: dependents }, (_, index) => create(client, `${name}-${index}`, [owner], labels));
    const [first] = await Promise.all(parts);
    if (first === undefined) throw new Error("no dependents");
    await create(client, `${name}-nested`, [first], labels);
    await create(client, `${name}-both`, [owner, solid], { policy: "both" });
  }
}

async function count(client: APIClient, selector: string): Promise<number> {
  return itemsOf(await client.send("GET", `${toppings}?labelSelector=${selector}`)).length;
}

test(
  `cascading deletions are completed after kill -9, in ${rounds} rounds`,
  { timeout: 600_000 + rounds * 15_000 },
  async () => {
    for (let round = 1; round <= rounds; round++) {
      const { running, client } = await start();
      await createTrees(client, round);
      const deletions = policies.map((propagationPolicy) =>
        client.send(
          "DELETE",
          `${toppings}/${propagationPolicy.toLowerCase()}-${round}?propagationPolicy=${propagationPolicy}`,
        ),
      );
      const answers = await Promise.all(deletions);
      expect(answers.map(({ status }) => status)).toEqual(policies.map(() => 200));
      const left = Math.floor(Math.random() * dependents);
      await eventually(
        async () =>
          (await count(client, "policy%3DBackground")) + (await count(client, "policy%3DForeground")) < 2 * left + 4,
      );
      running.child.kill("SIGKILL");
      await running.ended();
      client.close();
    }
    const { client } = await start();
    await eventually(async () => {
      expect(await count(client, "owner")).toBe(0);
      expect(await count(client, "policy+in+(Background,Foreground)")).toBe(0);
    });
    const orphans = itemsOf(await client.send("GET", `${toppings}?labelSelector=policy%3DOrphan`));
    expect(orphans.length).toBe(rounds * (dependents + 1));
    const both = itemsOf(await client.send("GET", `${toppings}?labelSelector=policy%3Dboth`));
    expect(both.length).toBe(rounds * policies.length);
    const ownersOf = (items: readonly Json[]) =>
      items.flatMap(({ metadata }) =>
        Object.values(metadata?.["ownerReferences"] ?? {}).map(({ name }) => textOf(name)),
      );
    // The dependents of an orphan keep their owner.
    expect(ownersOf(orphans).sort()).toEqual(
      Array.from({ length: rounds }, (_, index) => `orphan-${index + 1}-0`).sort(),
    );
    await eventually(async () => {
      const items = itemsOf(await client.send("GET", `${toppings}?labelSelector=policy%3Dboth`));
      expect(ownersOf(items).every((name) => name.startsWith("solid-"))).toBe(true);
    });
    client.close();
  },
);
