import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupDoc, kind } from "../cmd/api-project.js";
import type { Tree } from "../engine/temporary-folder.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "../interop/kubectl.js";
import { environment, succeed } from "./command.js";
import { asInstalled, compileTest, createUserProject, whyNot } from "./install.js";
import { eventually } from "../eventually.js";

const reason = await whyNot();
const group = ["--group", "restaurant.example.com", "--version", "v1alpha1"];

/** Process group that runs `npm run dev` in a project. */
class Dev {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  output = "";

  constructor(root: string) {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const args = ["run", "dev", "--", "--secure-port=0"];
    this.#process = spawn("npm", args, { cwd: root, env: environment(), stdio: [...stdio], detached: true });
    const add = (text: string) => (this.output += text);
    this.#process.stdout?.setEncoding("utf8").on("data", add);
    this.#process.stderr?.setEncoding("utf8").on("data", add);
    this.#ended = new Promise((resolve) => this.#process.once("close", resolve));
  }

  /** Waits until the output contains the text at least `count` times. */
  async prints(text: string, times: number): Promise<void> {
    await eventually(() => {
      if (this.output.split(text).length <= times) throw new Error(`no "${text}" in:\n${this.output}`);
    });
  }

  /**
   * Interrupts all processes of the group, as Ctrl-C does. Resolves when the last process has
   * closed the output.
   */
  async interrupt(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#process;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGINT");
    await this.#ended;
  }
}

/** Runs a function while `npm run dev` is serving, and then ends `npm run dev`. */
async function whileRunning(root: string, use: (dev: Dev) => Promise<void>): Promise<void> {
  const dev = new Dev(root);
  try {
    await dev.prints("Ctrl-C stops the server.", 1);
    await use(dev);
  } finally {
    await dev.interrupt();
  }
}

/** Returns a types.ts with one kind and its list. */
function types(apiVersion: string, name: string): string {
  const fields = "  spec: { mode: Mode; size: int32; parts: Part[] };";
  const text = kind(apiVersion, name, fields).replace("{ ObjectMeta", "{ ListMeta, ObjectMeta, int32");
  return `${text}
export type Mode = "Fast" | "Safe";
export interface Part { name: string; amount: int32 }
export interface ${name}List extends TypeMeta<"${apiVersion}", "${name}List"> {
  metadata: ListMeta;
  items: ${name}[];
}
`;
}

/** Layouts of an API group: with an internal hub, with a served hub, and with a single version. */
const threeGroups: Tree = {
  "package.json": asInstalled,
  "apis/bar/doc.ts": groupDoc("bar.example.com"),
  "apis/bar/types.ts": types("bar.example.com/__internal", "Drink"),
  "apis/bar/v1/doc.ts": groupDoc("bar.example.com", "k8s:conversion-gen=.."),
  "apis/bar/v1/types.ts": types("bar.example.com/v1", "Drink"),
  "apis/desk/v1/doc.ts": groupDoc("desk.example.com"),
  "apis/desk/v1/types.ts": types("desk.example.com/v1", "Lamp"),
  "apis/desk/v1beta1/doc.ts": groupDoc("desk.example.com", "k8s:conversion-gen=../v1"),
  "apis/desk/v1beta1/types.ts": types("desk.example.com/v1beta1", "Lamp"),
  "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
  "apis/shop/v1/types.ts": types("shop.example.com/v1", "Drink"),
};

describe.skipIf(reason !== undefined)(
  ["a server from an empty folder by codegen's own commands", reason].filter(Boolean).join(", "),
  () => {
    let root: string;
    beforeAll(async () => {
      root = await createUserProject({ "package.json": asInstalled });
    });
    afterAll(() => {
      rmSync(root, { recursive: true, force: true });
    });

    test("create api and create server succeed", async () => {
      await succeed(root, "npx", ["codegen", "create", "api", ...group, "--kind", "Pizza", "--namespaced"]);
      expect(await succeed(root, "npx", ["codegen", "create", "server"])).toMatch(/Next:\n {2}npm run dev\n/);
    });

    test("npm run dev starts the server, starts it again after a change, and ends with Ctrl-C", async () => {
      await whileRunning(root, async (dev) => {
        expect(dev.output).toContain("  kubectl apply -f samples/\n  kubectl get pizzas\n");
        const definition = join(root, "src/definition.ts");
        const text = readFileSync(definition, "utf8");
        writeFileSync(definition, text.replace(`"kubectl get pizzas"`, "1"));
        await dev.prints("the build failed", 1);
        writeFileSync(definition, text.replace("kubectl get pizzas", "kubectl get pizzas -A"));
        await dev.prints("  kubectl get pizzas -A\n", 1);
      });
    });

    test.skipIf(whyNoKubectl() !== undefined)(
      ["kubectl creates and lists the sample", whyNoKubectl()].filter(Boolean).join(", "),
      async () => {
        const home = mkdtempSync(join(tmpdir(), "kubectl-home-"));
        try {
          await whileRunning(root, async () => {
            const env = kubectlEnvironment(findKubectl() ?? "", join(root, "kubeconfig"), home);
            expect(await runLine("kubectl apply -f samples/", root, env)).toEqual({
              status: 0,
              output: "pizza.restaurant.example.com/pizza-sample created\n",
            });
            const { output } = await runLine("kubectl get pizzas", root, env);
            expect(output).toMatch(/^NAME +AGE\npizza-sample +\d+s\n$/);
          });
        } finally {
          rmSync(home, { recursive: true, force: true });
        }
      },
    );

    test("the test of the server passes, and compiles strictly", async () => {
      expect(await succeed(root, "npm", ["test"])).toMatch(/Tests +\d+ passed/);
      await compileTest(root);
    });

    test("the server of several groups with and without hubs compiles and passes its test", async () => {
      const several = await createUserProject(threeGroups);
      try {
        await succeed(several, "npx", ["codegen", "create", "server"]);
        await succeed(several, "npm", ["run", "build"]);
        expect(await succeed(several, "npx", ["vitest", "run", "--dir", "test"])).toMatch(/Tests +3 passed/);
        await compileTest(several);
      } finally {
        rmSync(several, { recursive: true, force: true });
      }
    });
  },
);
