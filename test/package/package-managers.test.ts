import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fencedBlocks } from "../docs/fenced-blocks.js";
import { writeTree, type Tree } from "../engine/temporary-folder.js";
import { selectedCases } from "../sizes.js";
import { environment, succeed } from "./command.js";
import { whyNot } from "./install.js";
import { pack, repository } from "./tarballs.js";

const reason = await whyNot();
const blocks = ["README.md", "docs/package-managers.md"]
  .flatMap((page) => fencedBlocks(readFileSync(join(repository, page), "utf8")))
  .filter(({ info }) => info[0] === "sh");

interface Manager {
  readonly title: string;
  /** Command of the package manager, and second word of the fence of its block. */
  readonly command: "npm" | "pnpm" | "yarn" | "bun";
  /** Path of the command below the folder with the installed tools; npm has none. */
  readonly program?: string;
  /** Files in the new folder. */
  readonly files?: Tree;
  /** Environment variable with the folder of downloads. Without it, old tarballs would be used. */
  readonly cache?: string;
  readonly lockFile: string;
}

/** Yarn fails if a mirror of the registry lacks an optional package of the newest vite. */
const withVite = { "package.json": `{ "resolutions": { "vite": "~8.3.0" } }\n` };

// `make test-all` tests each second one.
const managers: readonly Manager[] = [
  { title: "npm", command: "npm", lockFile: "package-lock.json" },
  {
    title: "Yarn 1",
    command: "yarn",
    program: "a/node_modules/.bin/yarn",
    files: withVite,
    cache: "YARN_CACHE_FOLDER",
    lockFile: "yarn.lock",
  },
  { title: "pnpm", command: "pnpm", program: "a/node_modules/.bin/pnpm", lockFile: "pnpm-lock.yaml" },
  {
    title: "Yarn 4 with node_modules",
    command: "yarn",
    program: "b/node_modules/.bin/yarn",
    files: { ...withVite, ".yarnrc.yml": "nodeLinker: node-modules\n" },
    lockFile: "yarn.lock",
  },
  {
    title: "Yarn 4 with Plug'n'Play",
    command: "yarn",
    program: "b/node_modules/.bin/yarn",
    files: withVite,
    lockFile: ".pnp.cjs",
  },
  {
    title: "bun",
    command: "bun",
    program: "a/node_modules/.bin/bun",
    cache: "BUN_INSTALL_CACHE_DIR",
    lockFile: "bun.lock",
  },
];

/**
 * Returns the commands of the page that create a project with a package manager, and the command
 * that serves it.
 */
function commandsOf(command: Manager["command"]): { readonly create: string; readonly serve: string } {
  const ofNpm = blocks.find(({ text }) => text.includes("make pack"))?.text ?? "";
  if (command === "npm") return { create: ofNpm.replace(/^(?!np[mx] ).*\n/gm, ""), serve: "npm run dev --" };
  const text = blocks.find(({ info }) => info[1] === command)?.text ?? "";
  const serve = `${command} run dev`;
  expect(text.endsWith(`\n${serve}\n`)).toBe(true);
  return { create: `npm init -y\n${text.slice(0, -serve.length - 1)}`, serve };
}

describe.skipIf(reason !== undefined)(
  ["the documented commands with each package manager", reason].filter(Boolean).join(", "),
  () => {
    let base: string;
    let server: ChildProcess | undefined;
    beforeAll(async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "package-managers-")));
      await pack(base);
      for (const [folder, ...packages] of [
        ["a", "pnpm@12.21.0", "yarn@1.22.22", "bun@1.4.5"],
        ["b", "@yarnpkg/cli-dist@4.18.1"],
      ] as const) {
        writeTree(join(base, folder), { "package.json": "{}\n" });
        await succeed(join(base, folder), "npm", ["install", ...packages]);
      }
    });
    afterEach(() => {
      if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
      process.kill(-server.pid, "SIGKILL");
    });
    afterAll(() => {
      rmSync(base, { recursive: true, force: true });
    });

    /** Returns the environment in which the shell finds the package manager and the tarballs. */
    function prepare(root: string, { command, program, files = {}, cache }: Manager): NodeJS.ProcessEnv {
      mkdirSync(root, { recursive: true });
      writeTree(root, files);
      const bin = join(root, "..", `bin-of-${command}`);
      if (program !== undefined) {
        writeTree(bin, { [command]: `#!/bin/sh\nexec "${join(base, program)}" "$@"\n` });
        chmodSync(join(bin, command), 0o755);
      }
      return {
        ...environment(),
        PATH: [bin, process.env["PATH"]].join(delimiter),
        PACKAGES: base,
        YARN_ENABLE_TELEMETRY: "0",
        // In CI, Yarn refuses to change its lock file.
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
        ...(cache === undefined ? {} : { [cache]: join(root, "..", "downloads") }),
      };
    }

    test.each(selectedCases(managers, { long: 2 }))(
      "$title installs, generates, builds, serves and tests",
      async (manager) => {
        const root = join(base, manager.title.replace(/\W+/g, "-"), "restaurant");
        const env = prepare(root, manager);
        const sh = (script: string) => succeed(root, "env", [...assignments(env), "bash", "-e", "-c", script]);
        const { create, serve } = commandsOf(manager.command);
        const created = await sh(create);
        const { run, codegen } = shown(manager.command);
        expect(created).toContain(`Next:\n  ${run} dev\n  ${manager.command === "npm" ? "npm test" : `${run} test`}\n`);
        expect(readFileSync(join(root, manager.lockFile), "utf8")).not.toBe("");
        expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).toMatchObject({ type: "module" });

        server = spawn("bash", ["-c", `exec ${serve} --secure-port=0`], { cwd: root, env, detached: true });
        await printed(server, "Ctrl-C stops the server.");
        expect(readFileSync(join(root, "kubeconfig"), "utf8")).toContain("https://127.0.0.1:");
        const ended = new Promise((resolve) => server?.once("close", resolve));
        process.kill(-(server.pid ?? 0), "SIGINT");
        await ended;

        expect(await sh(`${run} test`)).toMatch(/Test Files +2 passed/);
        expect(await sh(`${codegen} --check`)).toContain("files up to date");
        const types = join(root, "apis/restaurant/v1alpha1/types.ts");
        writeFileSync(
          types,
          readFileSync(types, "utf8").replace("spec: PizzaSpec;", "spec: PizzaSpec;\n  note?: string;"),
        );
        const stale = await sh(`${codegen} --check || echo "exit $?"`);
        expect(stale).toContain("exit 1");
        expect(await sh(`${run} build`)).toMatch(/\d+ updated/);
      },
    );
  },
);

/** Returns the first words of the commands that run scripts and codegen. */
function shown(command: Manager["command"]): { readonly run: string; readonly codegen: string } {
  const codegen = { npm: "npx --no -- codegen", pnpm: "pnpm exec codegen" } as const;
  return {
    run: `${command} run`,
    codegen: command === "npm" || command === "pnpm" ? codegen[command] : `${command} run codegen`,
  };
}

/** Returns arguments of the command `env`. */
function assignments(env: NodeJS.ProcessEnv): string[] {
  return ["PATH", "PACKAGES", ...Object.keys(env).filter((name) => /^(YARN|BUN)_/.test(name))].map(
    (name) => `${name}=${env[name] ?? ""}`,
  );
}

/**
 * Resolves when a process has printed a text.
 * @throws Error with its output if it ends earlier
 */
function printed({ stdout, stderr }: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const hear = (part: string) => {
      output += part;
      if (output.includes(text)) resolve();
    };
    stdout?.setEncoding("utf8").on("data", hear);
    stderr?.setEncoding("utf8").on("data", hear);
    stdout?.once("close", () => {
      reject(new Error(`the process ends before it prints ${text}:\n${output}`));
    });
  });
}
