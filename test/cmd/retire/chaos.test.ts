import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { textOf, type Json } from "../../apiserver/harness.js";
import { APIClient, itemsOf } from "../../apiserver/process/api-client.js";
import { ServerProcess } from "../../apiserver/process/built-server.js";
import { eventually } from "../../eventually.js";
import { sizeOf } from "../../sizes.js";
import { runHere } from "../run-here.js";
import { PizzaProject } from "./pizza-project.js";
import { collection, VersionWriters } from "./version-writers.js";

/** Number of kills in each stage. The environment variable CRASH_ROUNDS overrides the default. */
const rounds = sizeOf("CRASH_ROUNDS");
const group = "restaurant.programming-kubernetes.info";
const migrations = "/apis/storagemigration.k8s.io/v1/storageversionmigrations";
const both = ["v1alpha1", "v1beta1"];

let server: ServerProcess | undefined;
afterAll(async () => {
  server?.child.kill("SIGKILL");
  await server?.ended();
});

/** A running server, and the clients that write. */
interface Stage {
  readonly connect: () => APIClient;
  readonly client: APIClient;
  /** Kills the server, and waits for the writers. */
  readonly kill: () => Promise<void>;
}

class PizzaStages {
  readonly project = new PizzaProject();
  readonly writers = new VersionWriters();
  readonly kubeconfig = join(this.project.root, "kubeconfig");

  /** Starts the present release, with clients that write in the given versions. */
  async start(versions: readonly string[]): Promise<Stage> {
    const { main } = this.project;
    class Release extends ServerProcess {
      protected override get main(): string {
        return main;
      }
    }
    const running = new Release(
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      "--disable-admission-plugins=PizzaToppings",
      `--data-dir=${join(this.project.root, "data")}`,
      `--write-kubeconfig=${this.kubeconfig}`,
    );
    server = running;
    const url = await running.serving();
    const connect = () => new APIClient(url, this.kubeconfig);
    const client = connect();
    const writing = versions.length === 0 ? Promise.resolve() : this.writers.run(connect, versions);
    const kill = async () => {
      running.child.kill("SIGKILL");
      await Promise.all([running.ended(), writing]);
      client.close();
    };
    return { connect, client, kill };
  }

  /** Resolves after a random number of further writes. */
  async written(): Promise<void> {
    const enough = this.writers.acknowledged + 1 + Math.floor(Math.random() * 200);
    await eventually(() => this.writers.acknowledged >= enough);
  }

  retire(): ReturnType<typeof runHere> {
    const args = ["retire", "v1alpha1", "--group", group, "--kubeconfig", this.kubeconfig, "--migrate"];
    return runHere(this.project.root, args);
  }
}

/** The line of the metrics for objects that are stored in v1alpha1. */
const oldObjects = /objects_by_version\{.*v1alpha1"\} [1-9]/;

/** Creates objects in v1alpha1 that no client changes afterwards. */
async function createIdle(client: APIClient): Promise<void> {
  const names = Array.from({ length: 200 }, (_, index) => `idle-${String(index)}`);
  const created = names.flatMap((name) => [
    client.send("POST", collection("v1alpha1", "p"), { metadata: { name }, spec: { toppings: ["salami", "salami"] } }),
    client.send("POST", collection("v1alpha1", "t"), { metadata: { name }, spec: { cost: 0.5 } }),
  ]);
  for (const { status } of await Promise.all(created)) expect(status).toBe(201);
}

/** Returns these objects without what a migration changes. */
function idleOf(items: readonly Json[]): readonly unknown[] {
  return items.flatMap(({ metadata, spec }) => {
    const { name = "", uid, creationTimestamp } = metadata ?? {};
    return textOf(name).startsWith("idle-") ? [{ name, uid, creationTimestamp, spec }] : [];
  });
}

async function objects(client: APIClient): Promise<readonly Json[]> {
  const lists = await Promise.all((["p", "t"] as const).map((kind) => client.send("GET", collection("v1beta1", kind))));
  return lists.flatMap(itemsOf);
}

/** Returns the conditions of a migration that are true. */
async function trueConditions(client: APIClient, name: string): Promise<readonly unknown[]> {
  const { json } = await client.send("GET", `${migrations}/${name}`);
  const conditions = Object.values(json["status"]?.["conditions"] ?? {}) as readonly Json[];
  return conditions.flatMap(({ type, status }) => ((status as unknown) === "True" ? [type] : []));
}

test(
  `v1alpha1 is retired under writers, with ${String(rounds)} kills in each stage, and nothing is lost`,
  { timeout: 1_200_000 + rounds * 60_000 },
  async () => {
    const stages = new PizzaStages();
    const { project, writers } = stages;
    await project.releaseBothVersions();
    let idle: readonly unknown[] = [];
    for (let round = 0; round < rounds; round++) {
      const { client, kill } = await stages.start(both);
      if (round === 0) {
        await createIdle(client);
        idle = idleOf(await objects(client));
      }
      await stages.written();
      await kill();
    }

    await project.releaseOtherStorage();
    const resources = ["pizzas", "toppings"];
    for (let round = 0; round <= rounds; round++) {
      const { client, kill } = await stages.start(both);
      if (round === 0) expect(await client.text("/metrics")).toMatch(oldObjects);
      if (round === 0)
        for (const resource of resources)
          await client.send("POST", migrations, {
            metadata: { name: resource },
            spec: { resource: { group, resource } },
          });
      if (round === rounds)
        for (const resource of resources)
          await eventually(async () => {
            expect(await trueConditions(client, resource)).toEqual(["Succeeded"]);
          });
      else await stages.written();
      const faults = writers.checker();
      expect(faults(await objects(client))).toEqual([]);
      if (round === rounds)
        expect(await client.text("/metrics")).not.toMatch(/objects_by_version\{.*v1alpha1"\} [1-9]/);
      await kill();
    }

    // The clients have changed to v1beta1.
    for (let round = 0; round <= rounds; round++) {
      const { kill } = await stages.start(["v1beta1"]);
      const retiring = stages.retire();
      if (round < rounds) {
        await stages.written();
        await kill();
        expect((await retiring).status).toBeOneOf([0, 1, 2]);
      } else {
        const { status, stdout, stderr } = await retiring;
        expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
        await kill();
      }
    }

    await project.releaseWithoutOldVersion();
    const { client, kill } = await stages.start([]);
    const items = await objects(client);
    expect(idleOf(items)).toEqual(idle);
    expect(writers.checker()(items)).toEqual([]);
    expect(JSON.stringify(items)).not.toContain("v1alpha1");
    expect((await client.send("GET", `/apis/${group}/v1alpha1`)).status).toBe(404);
    await kill();
    const last = await stages.start(["v1beta1"]);
    await stages.written();
    const faults = writers.checker();
    expect(faults(await objects(last.client))).toEqual([]);
    await last.kill();
    console.log(`${String(writers.acknowledged)} acknowledged writes survived ${String(3 * rounds)} kills`);
  },
);
