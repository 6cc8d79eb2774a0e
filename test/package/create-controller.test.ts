import { clientConfigOf, loadKubeconfig, RESTClient, untypedResource, type APIObject } from "@apimachinery/client";
import type { Condition } from "@apimachinery/runtime";
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupDoc } from "../cmd/api-project.js";
import { clusterWide, typesOf } from "../cmd/shop-project.js";
import type { Tree } from "../engine/temporary-folder.js";
import { atExit } from "../interop/at-exit.js";
import { ServerProcess } from "../interop/server-process.js";
import { succeed } from "./command.js";
import { asInstalled, compileTest, createUserProject, whyNot } from "./install.js";

const reason = await whyNot();
const status = "status: { ready: boolean; conditions: Condition[] };";
const spec = `spec: { size: int32; dough: "Thin" | "Thick"; toppings: string[] };`;

/** A group with an internal hub, and a cluster-scoped kind whose status can be absent. */
const twoGroups: Tree = {
  "package.json": asInstalled,
  "apis/bar/doc.ts": groupDoc("bar.example.com"),
  "apis/bar/types.ts": typesOf("bar.example.com/__internal", "Drink", `  ${spec}\n  ${status}`),
  "apis/bar/v1/doc.ts": groupDoc("bar.example.com", "k8s:conversion-gen=.."),
  "apis/bar/v1/types.ts": typesOf("bar.example.com/v1", "Drink", `  ${spec}\n  ${status}`),
  "apis/bar/v1beta1/doc.ts": groupDoc("bar.example.com", "k8s:conversion-gen=.."),
  "apis/bar/v1beta1/types.ts": typesOf("bar.example.com/v1beta1", "Drink", `  ${spec}\n  ${status}`),
  "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
  "apis/desk/v1/types.ts": clusterWide(
    typesOf("desk.example.com/v1", "Lamp", "  spec: { watts: int32 };\n  status?: { conditions?: Condition[] };"),
  ).replace("/** +genclient", "/** +kubebuilder:subresource:status\n * +genclient"),
};

describe.skipIf(reason !== undefined)(
  ["a controller by codegen's own commands", reason].filter(Boolean).join(", "),
  () => {
    const created: string[] = [];
    const project = async (tree: Tree): Promise<string> => {
      const root = await createUserProject(tree);
      created.push(root);
      return root;
    };
    const codegen = (root: string, ...args: readonly string[]) => succeed(root, "npx", ["codegen", ...args]);
    afterAll(() => {
      for (const root of created) rmSync(root, { recursive: true, force: true });
    });

    describe("of a kind that create api wrote", () => {
      let root: string;
      beforeAll(async () => {
        root = await project({ "package.json": asInstalled });
        const group = ["--group", "restaurant.example.com", "--version", "v1alpha1"];
        await codegen(root, "create", "api", ...group, "--kind", "Pizza", "--namespaced");
        await codegen(root, "create", "controller", "--kind", "Pizza");
      });

      test("passes its test, and compiles strictly", async () => {
        expect(await succeed(root, "npm", ["test"])).toContain("test/pizza-controller.test.ts (1 test)");
        await succeed(root, "npm", ["run", "build"]);
        await compileTest(root);
      });

      test("ends with an error without a kubeconfig", async () => {
        const start = succeed(root, "npm", ["run", "start:controller", "--", "--kubeconfig=missing"]);
        await expect(start).rejects.toThrow("missing: the kubeconfig does not exist or is empty");
      });
    });

    test("of an internal hub and of a cluster-scoped kind, beside a server, pass their tests", async () => {
      const root = await project(twoGroups);
      await codegen(root, "create", "controller", "--kind", "Lamp", "--owns", "Drink");
      await codegen(root, "create", "server");
      await codegen(root, "create", "controller", "--kind", "Drink");
      serveLeases(root);
      await succeed(root, "npm", ["run", "build"]);
      expect(await succeed(root, "npx", ["vitest", "run", "--dir", "test"])).toMatch(/Tests +4 passed/);
      await compileTest(root);
      expect(await lampOf(root)).toEqual({ ready: "True", owned: "lamp-desk", exitCode: 0 });
    });
  },
);

/** Follows the advice of the commands to add Leases, which elect a leader, to a server. */
function serveLeases(root: string): void {
  const file = join(root, "src/definition.ts");
  const text = readFileSync(file, "utf8").replace(/groups: \[(.*)\]/, "groups: [$1, leaseGroup]");
  writeFileSync(file, `import { leaseGroup } from "@apimachinery/apiserver";\n${text}`);
}

/** Runs the server and the controllers of a project. Returns what the controller of a lamp does. */
async function lampOf(root: string): Promise<unknown> {
  const server = await ServerProcess.start(join(root, "dist/src/main.js"), ["--storage-backend=memory"]);
  const main = join(root, "dist/src/controllers/main.js");
  const flags = [`--kubeconfig=${server.kubeconfig}`, "--leader-elect"];
  const controllers = spawn(process.execPath, [main, ...flags], { stdio: "inherit" });
  const cancel = atExit(() => controllers.kill("SIGKILL"));
  const ended = new Promise<unknown>((resolve) => controllers.once("exit", resolve));
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  const client = new RESTClient(config);
  const resource = (group: string, kind: string, plural: string) =>
    client.resourceOf(untypedResource<Conditioned>({ group, version: "v1", kind }, plural));
  const lamps = resource("desk.example.com", "Lamp", "lamps");
  await lamps.patch(
    "desk",
    {
      type: "apply",
      body: { apiVersion: "desk.example.com/v1", kind: "Lamp", metadata: { name: "desk" }, spec: { watts: 5 } },
    },
    { fieldManager: "test" },
  );
  let ready: string | undefined;
  for await (const { object } of await lamps.watch()) {
    ready = object.status?.conditions?.find(({ type }) => type === "Ready")?.status;
    if (ready === "True") break;
  }
  const drinks = resource("bar.example.com", "Drink", "drinks").namespace("default");
  const owned = (await drinks.get("lamp-desk")).metadata.name;
  controllers.kill("SIGTERM");
  const exitCode = await ended;
  cancel();
  await client.close();
  await server.remove();
  return { ready, owned, exitCode };
}

interface Conditioned extends APIObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}
