import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { groupDoc, kind } from "../cmd/api-project.js";
import { writeTree } from "../engine/temporary-folder.js";
import { environment, succeed } from "./command.js";
import { whyNot } from "./install.js";
import { pack } from "./tarballs.js";

// The steps install packages and start processes, which can take long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const reason = await whyNot();

const types = `${kind("shop.example.com/v1", "Pizza", "  spec: { size: string };").replace("{ ObjectMeta", "{ ListMeta, ObjectMeta")}
export interface PizzaList extends TypeMeta<"shop.example.com/v1", "PizzaList"> {
  metadata: ListMeta;
  items: Pizza[];
}
`;

interface Step {
  readonly instruction: string;
  readonly text: string;
}

function stepsOf(dockerfile: string): Step[] {
  return dockerfile
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ instruction: line.split(" ", 1)[0] ?? "", text: line.slice(line.indexOf(" ") + 1) }));
}

/** Returns the paths that match a path whose last part can contain stars. */
function filesOf(path: string): string[] {
  if (!path.includes("*")) return existsSync(path) ? [path] : [];
  const parts = basename(path)
    .split("*")
    .map((part) => part.replaceAll(".", "\\."));
  const pattern = new RegExp(`^${parts.join(".*")}$`);
  return readdirSync(dirname(path))
    .filter((name) => pattern.test(name))
    .map((name) => join(dirname(path), name));
}

/**
 * Runs the steps of a Dockerfile without docker: each stage is a folder below `base`, and so is the
 * volume /data. Images and users are ignored.
 */
class Build {
  readonly #stages = new Map<string, string>();
  #stage = "";
  #workdir = "";
  entrypoint: readonly string[] = [];

  constructor(
    readonly base: string,
    readonly context: string,
  ) {}

  async run({ instruction, text }: Step): Promise<void> {
    if (instruction === "FROM") {
      const name = / AS (\S+)$/.exec(text)?.[1] ?? "image";
      this.#stages.set(name, (this.#stage = join(this.base, name)));
    } else if (instruction === "WORKDIR") mkdirSync((this.#workdir = join(this.#stage, text)), { recursive: true });
    else if (instruction === "COPY") this.#copy(text.split(" "));
    else if (instruction === "RUN" && !text.includes("chown")) await succeed(this.#workdir, "sh", ["-c", text]);
    else if (instruction === "ENTRYPOINT")
      this.entrypoint = (JSON.parse(text) as string[]).map((arg) => arg.replace("/data", join(this.base, "data")));
  }

  get workdir(): string {
    return this.#workdir;
  }

  #copy(args: readonly string[]): void {
    const from = /^--from=(.+)$/.exec(args[0] ?? "")?.[1];
    const [sources, target = ""] = [args.slice(from === undefined ? 0 : 1, -1), args.at(-1)];
    const root = from === undefined ? this.context : (this.#stages.get(from) ?? "");
    const found = sources.flatMap((source) => filesOf(join(root, source)));
    expect(found, `the files of COPY ${args.join(" ")}`).not.toEqual([]);
    const ignored = readFileSync(join(this.context, ".dockerignore"), "utf8").trim().split("\n");
    for (const path of found) {
      const isFolder = path === join(root, ".") || target !== "./";
      cpSync(path, join(this.#workdir, target, isFolder ? "" : basename(path)), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => from !== undefined || !ignored.includes(relative(root, file)),
      });
    }
  }
}

/** Runs the program of an image until it prints a text, and returns its output. */
async function outputUntil(text: string, cwd: string, [name = "", ...args]: readonly string[]): Promise<string> {
  const child = spawn(name, args, { cwd, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  const isPrinted = new Promise<void>((resolve) => {
    const add = (part: string) => {
      output += part;
      if (output.includes(text)) resolve();
    };
    child.stdout.setEncoding("utf8").on("data", add);
    child.stderr.setEncoding("utf8").on("data", add);
  });
  await Promise.race([isPrinted, ended]);
  child.kill("SIGTERM");
  await ended;
  return output;
}

describe.skipIf(reason !== undefined)(["the Dockerfile of create server", reason].filter(Boolean).join(", "), () => {
  let base: string;
  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "dockerfile-")));
  });
  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  test("its steps install, build and copy all that the server needs to start", async () => {
    const project = join(base, "build");
    const context = join(base, "context/app");
    mkdirSync(join(context, "packages"), { recursive: true });
    const tarballs = (await pack(join(context, "packages"))).filter(({ name }) => name.startsWith("@apimachinery/"));
    const versions = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:packages/${basename(file)}`]));
    const { "@apimachinery/codegen": codegen, ...dependencies } = versions;
    const devDependencies = { "@apimachinery/codegen": codegen, typescript: "~6.0", "fast-check": "^4", vitest: "^4" };
    // Mirrors of the registry can lack platforms of newer versions, and npm ci then fails.
    const overrides = { "msgpackr-extract": "3.0.3" };
    const manifest = { name: "shop", private: true, type: "module", dependencies, devDependencies, overrides };
    writeTree(context, {
      "package.json": JSON.stringify(manifest),
      "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
      "apis/shop/v1/types.ts": types,
    });
    await succeed(context, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]);
    await succeed(context, "npx", ["codegen", "create", "server"]);

    const build = new Build(base, context);
    expect(readFileSync(join(context, "Dockerfile"), "utf8")).toContain("\nCOPY packages ./packages/\nRUN npm ci\n");
    for (const step of stepsOf(readFileSync(join(context, "Dockerfile"), "utf8"))) await build.run(step);
    expect(existsSync(join(project, "app/node_modules/vitest"))).toBe(false);
    const arguments_ = [...build.entrypoint, "--secure-port=0"];
    const output = await outputUntil("kubectl get pizzas", build.workdir, arguments_);
    expect(output).toContain("kubectl get pizzas");
    expect(existsSync(join(base, "data/kubeconfig"))).toBe(true);
  });
});
