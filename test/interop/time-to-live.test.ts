import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  parseOptionsOf,
  startAPIServer,
  type RunningServer,
  type ServerDefinition,
} from "@apimachinery/apiserver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Install } from "../../apis/restaurant/install.js";
import { SchemeGroupVersion as v1alpha1 } from "../../apis/restaurant/v1alpha1/zz_generated.register.js";
import { Background } from "./background.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "./kubectl.js";

const kubectl = findKubectl() ?? "";
const reason = whyNoKubectl();

/** Server that keeps the topping basil for two seconds. */
const server: ServerDefinition = {
  name: "fresh-apiserver",
  description: "Serves toppings that vanish.",
  version: "v1.0.0",
  groups: [
    {
      install: Install,
      storageVersion: v1alpha1,
      kinds: { Pizza: {}, Topping: { ttl: ({ metadata }) => (metadata.name === "basil" ? 2 : 0) } },
    },
  ],
};

const title = ["kubectl and objects with a time to live", reason].filter(Boolean).join(", ");
describe.skipIf(reason !== undefined).each(["embedded", "memory"])(`${title}, storage %s`, (backend) => {
  let folder = "";
  let env: Record<string, string> = {};
  let running: RunningServer;

  async function start(): Promise<void> {
    const args = [
      "--bind-address=127.0.0.1",
      "--secure-port=0",
      `--storage-backend=${backend}`,
      `--data-dir=${folder}/data`,
      `--write-kubeconfig=${folder}/kubeconfig`,
    ];
    const parsed = parseOptionsOf(server, args, { out: () => undefined, err: () => undefined });
    if ("exitCode" in parsed) throw new Error(`wrong flags: ${args.join(" ")}`);
    running = await startAPIServer(
      server,
      parsed.options,
      createLog({ v: 0, loggingFormat: "text" }, () => undefined),
    );
  }

  async function run(line: string): Promise<string> {
    const { status, output } = await runLine(line, folder, env);
    expect(status, output).toBe(0);
    return output;
  }

  const create = (name: string) =>
    run(
      `echo '{"apiVersion":"restaurant.programming-kubernetes.info/v1alpha1","kind":"Topping","metadata":{"name":"${name}"},"spec":{"cost":1}}' | kubectl create -f -`,
    );

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "fresh-apiserver-"));
    env = kubectlEnvironment(kubectl, `${folder}/kubeconfig`, folder);
    await start();
  });
  afterEach(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("kubectl get --watch prints the deletion, and kubectl wait ends", async () => {
    await create("capers");
    const watch = new Background(kubectl, ["get", "toppings", "--watch", "--output-watch-events"], env);
    try {
      await watch.printed(/^ADDED +capers /m);
      await create("basil");
      await run("kubectl wait --for=delete topping/basil --timeout=50s");
      await watch.printed(/^DELETED +basil /m);
      expect(await run("kubectl get toppings -o name")).toBe("topping.restaurant.programming-kubernetes.info/capers\n");
    } finally {
      watch.stop();
    }
  });

  test.skipIf(backend === "memory")("an object also vanishes if the server was stopped meanwhile", async () => {
    await create("basil");
    await running.stop();
    await start();
    await run("kubectl wait --for=delete topping/basil --timeout=50s");
    expect(await run("kubectl get toppings")).toBe("No resources found\n");
    await run("kubectl wait --for=delete topping/unknown --timeout=50s");
  });
});
