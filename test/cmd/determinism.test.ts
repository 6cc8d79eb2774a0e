import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type * as nodeFs from "node:fs";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readTree, temporaryFolder, type Tree } from "../engine/temporary-folder.js";
import { builtCli, runBuilt } from "./built-cli.js";
import { runHere } from "./run-here.js";
import { sizeOf } from "../sizes.js";

/**
 * Setting for the replaced functions of `node:fs`. While `on` is true, each listing of a folder has
 * a different order than the previous one.
 */
const shuffling = vi.hoisted(() => ({ on: false, state: 1, listings: 0 }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof nodeFs>();
  const next = (below: number): number => {
    shuffling.state = (shuffling.state * 48271) % 2147483647;
    return shuffling.state % below;
  };
  const readdirSync = (...args: Parameters<typeof fs.readdirSync>): unknown => {
    const entries = [...fs.readdirSync(...args)] as unknown[];
    if (shuffling.on) shuffling.listings++;
    if (shuffling.on) for (let i = entries.length - 1; i > 0; i--) entries.push(...entries.splice(next(i + 1), 1));
    return entries;
  };
  return { ...fs, readdirSync };
});

afterEach(() => {
  shuffling.on = false;
});

const root = fileURLToPath(new URL("../..", import.meta.url));
const isGenerated = (path: string): boolean => path.includes("zz_generated.");

function project(...inputs: readonly string[]): string {
  const folder = temporaryFolder({ "package.json": `{ "name": "sample", "type": "module" }\n` });
  for (const input of inputs)
    cpSync(join(root, input), join(folder, "apis"), { recursive: true, filter: (path) => !isGenerated(path) });
  mkdirSync(join(folder, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(root, "runtime"), join(folder, "node_modules/@apimachinery/runtime"));
  for (const name of ["fast-check", "vitest"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  return folder;
}

function generated(folder: string): Tree {
  return Object.fromEntries(Object.entries(readTree(folder)).filter(([path]) => isGenerated(path)));
}

async function output(folder: string, cwd: string, paths: readonly string[]): Promise<Tree> {
  for (const path of Object.keys(generated(folder))) rmSync(join(folder, path));
  const { status, stdout, stderr } = await runHere(cwd, paths);
  expect(status, stdout + stderr).toBe(0);
  return generated(folder);
}

describe("the same input has the same output", () => {
  const inputs = [
    "apis",
    "test/golden/conversion/shapes/input/apis",
    "test/golden/defaults/other-folder/input/apis",
    "test/golden/deepcopy/other-folder/input/apis",
  ];
  test.each(inputs)("%s: for every order of listed and named folders, and every working directory", async (input) => {
    const folder = project(input);
    const first = await output(folder, folder, ["apis"]);
    const folders = [...new Set(Object.keys(first).map((path) => path.slice(0, path.lastIndexOf("/"))))];
    expect(folders.length).toBeGreaterThan(0);
    shuffling.on = true;
    expect(await output(folder, folder, ["apis"])).toEqual(first);
    expect(await output(folder, folder, [...folders].reverse())).toEqual(first);
    expect(
      await output(
        folder,
        join(folder, folders[0] ?? ""),
        folders.map((path) => join(folder, path)),
      ),
    ).toEqual(first);
    expect(shuffling.listings).toBeGreaterThan(0);
  });
});

/** Edits of an API that a developer could make between two runs. */
const edits: readonly ((folder: string, seed: number) => void)[] = [
  (folder, seed) => {
    edit(
      folder,
      "v1beta1/types.ts",
      (text) => `${text}\nexport interface Extra${String(seed)} {\n  list: string[];\n}\n`,
    );
  },
  (folder, seed) => {
    edit(folder, "types.ts", (text) =>
      text.replace(
        "export interface PizzaSpec {",
        `export interface PizzaSpec {\n  /** +k8s:conversion-gen=false */\n  extra${String(seed)}?: Record<string, string>;`,
      ),
    );
  },
  (folder) => {
    edit(folder, "types.ts", (text) => text.replace(/\n {2}\/\*\* \+k8s:conversion-gen=false \*\/\n.*/, ""));
  },
  (folder) => {
    edit(folder, "v1beta1/types.ts", (text) =>
      text.replace("export interface PizzaStatus {", "export interface PizzaStatus {\n  lost?: string;"),
    );
  },
  (folder) => {
    edit(folder, "v1beta1/types.ts", (text) => text.replace("\n  lost?: string;", ""));
  },
  (folder) => {
    edit(folder, "v1alpha1/defaults.ts", (text) =>
      text.replace(/export function SetDefaults_PizzaSpec\b/, "export function other"),
    );
  },
  (folder) => {
    edit(folder, "v1alpha1/defaults.ts", (text) =>
      text.replace("export function other", "export function SetDefaults_PizzaSpec"),
    );
  },
  (folder) => {
    writeFileSync(
      join(folder, "v1alpha1/copy.ts"),
      `import type { ToppingSpec } from "./types.js";\n\nexport function DeepCopy_ToppingSpec(input: ToppingSpec): ToppingSpec {\n  return { ...input };\n}\n`,
    );
  },
  (folder) => {
    rmSync(join(folder, "v1alpha1/copy.ts"), { force: true });
  },
  (folder) => {
    rmSync(join(folder, "v1alpha1/zz_generated.deepcopy.ts"), { force: true });
  },
  (folder) => {
    edit(folder, "zz_generated.register.ts", (text) => `${text}// Edited by hand.\n`);
  },
  (folder) => {
    edit(folder, "v1beta1/doc.ts", (text) => text.replace("+k8s:defaulter-gen=TypeMeta", "+k8s:defaulter-gen=false"));
  },
];

function edit(folder: string, path: string, change: (text: string) => string): void {
  const file = join(folder, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

test("a run after random edits writes the same files as a first run", async () => {
  const step = fc.tuple(fc.nat({ max: edits.length - 1 }), fc.nat({ max: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const worked = project("apis");
      expect((await runHere(worked, [])).status).toBe(0);
      for (const [index, seed] of steps) {
        edits[index]?.(join(worked, "apis/restaurant"), seed);
        const before = generated(worked);
        const incremental = await runHere(worked, ["--format", "json"]);
        const fresh = project();
        cpSync(join(worked, "apis"), join(fresh, "apis"), { recursive: true, filter: (path) => !isGenerated(path) });
        const cold = await runHere(fresh, ["--format", "json"]);
        expect(incremental.status).toBe(cold.status);
        expect(problems(incremental.stdout)).toEqual(problems(cold.stdout));
        expect(generated(worked)).toEqual(cold.status === 0 ? generated(fresh) : before);
      }
    }),
    { numRuns: sizeOf("EDIT_RUNS") },
  );
});

test("runs in new processes after random edits write the same files as a first run, and some are killed", async () => {
  const step = fc.record({
    edit: fc.nat({ max: edits.length - 1 }),
    seed: fc.nat({ max: 3 }),
    killedAfterMs: fc.option(fc.nat({ max: 600 })),
    isTwice: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const worked = project("apis");
      expect(runBuilt(worked, []).status).toBe(0);
      for (const { edit: index, seed, killedAfterMs, isTwice } of steps) {
        edits[index]?.(join(worked, "apis/restaurant"), seed);
        if (killedAfterMs !== null) await runKilled(worked, killedAfterMs);
        const before = generated(worked);
        // Two runs at once must not disturb each other.
        const other = isTwice ? start(worked) : undefined;
        const incremental = runBuilt(worked, ["--format", "json"]);
        await other?.ended;
        const fresh = project();
        cpSync(join(worked, "apis"), join(fresh, "apis"), { recursive: true, filter: (path) => !isGenerated(path) });
        const cold = await runHere(fresh, ["--format", "json"]);
        expect(incremental.status).toBe(cold.status);
        expect(problems(incremental.stdout)).toEqual(problems(cold.stdout));
        expect(generated(worked)).toEqual(cold.status === 0 ? generated(fresh) : before);
      }
    }),
    { numRuns: sizeOf("EDIT_RUNS") },
  );
});

function start(cwd: string): { readonly child: ChildProcess; readonly ended: Promise<unknown> } {
  const child = spawn(process.execPath, [builtCli()], { cwd, stdio: "ignore" });
  return { child, ended: once(child, "exit") };
}

/** Runs the command, and kills it after some time if it has not ended. */
async function runKilled(cwd: string, ms: number): Promise<void> {
  const { child, ended } = start(cwd);
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  await ended;
  clearTimeout(timer);
}

function problems(report: string): unknown {
  return (JSON.parse(report) as { readonly problems: unknown }).problems;
}
