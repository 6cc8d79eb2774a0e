import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readTree, temporaryFolder, type Tree } from "../engine/temporary-folder.js";
import { sizeOf } from "../sizes.js";
import { builtCli, runBuilt } from "./built-cli.js";
import { edit, namesProject } from "./names-project.js";

/**
 * A run stores its result, and the next process repeats it if nothing has changed. After every
 * change, the next run must have the same result as a run without stored results.
 */

const helper = (suffix: string): string => `export const suffix = ${JSON.stringify(suffix)};\n`;
const manifest = (version: string): string => JSON.stringify({ name: "@apimachinery/runtime", version });
const configuration = (prefix: string): string =>
  JSON.stringify({
    paths: ["apis/*"],
    generators: ["./names/generator.js"],
    header: "header.txt",
    options: { names: { prefix } },
  });

/** Texts of the same length, so that the size of a file never shows a change. */
const choices: Readonly<Record<string, readonly string[]>> = {
  "apis/group/v1/types.ts": [
    "export interface Pizza {}\n",
    "export interface Pasta {}\n",
    "export interface BadOn {}\n",
  ],
  "apis/other/v1/types.ts": ["export interface Order {}\n", "export interface Total {}\n"],
  "apis/other/v1/doc.ts": [
    "// +acme:names\n/** @packageDocumentation */\n",
    "// +acme:nams\n/**  @packageDocumentation */\n",
  ],
  "names/lib/helper.js": [helper("a"), helper("b")],
  "names/templates/names.hbs": [1, 2].map((n) => `export const names = "{{#each names}}{{this}} {{/each}}${n}";\n`),
  "codegen.config.json": [configuration("x"), configuration("y")],
  "header.txt": ["// Licence A.\n", "// Licence B.\n"],
  "node_modules/@apimachinery/runtime/package.json": [manifest("0.1.0"), manifest("9.1.0")],
};
const outputs = ["apis/group/v1/zz_generated.names.ts", "apis/other/v1/zz_generated.names.ts"];

type Step =
  | { readonly kind: "write"; readonly path: string; readonly index: number; readonly keepsTime: boolean }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "touch"; readonly path: string }
  | { readonly kind: "kill"; readonly path: string; readonly index: number; readonly after: number };

const path = fc.constantFrom(...Object.keys(choices));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      path,
      index: fc.nat({ max: 2 }),
      keepsTime: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant("remove" as const), path: fc.constantFrom(...outputs, "apis/other/v1/doc.ts") }),
  fc.record({ kind: fc.constant("touch" as const), path: fc.constantFrom(...Object.keys(choices), ...outputs) }),
  fc.record({ kind: fc.constant("kill" as const), path, index: fc.nat({ max: 2 }), after: fc.nat({ max: 600 }) }),
);

function project(): string {
  const root = namesProject();
  rmSync(join(root, "node_modules/@apimachinery/runtime"));
  for (const file of Object.keys(choices)) put(root, file, 0, false);
  const generator = readFileSync(join(root, "names/generator.js"), "utf8");
  edit(
    root,
    "names/generator.js",
    `import { suffix } from "./lib/helper.js";\n${generator.replace("names: Object.keys(types)", "names: Object.keys(types).map((name) => name + suffix)")}`,
  );
  return root;
}

/** Writes one of the possible texts of a file. Can keep its modification time. */
function put(root: string, file: string, index: number, keepsTime: boolean): void {
  const texts = choices[file] ?? [];
  const full = join(root, file);
  const before = statSync(full, { throwIfNoEntry: false });
  mkdirSync(dirname(full), { recursive: true });
  edit(root, file, texts[index % texts.length] ?? "");
  if (keepsTime && before !== undefined) utimesSync(full, before.atime, before.mtime);
}

/** Changes a project. Returns true if the next run must find that nothing has changed. */
async function take(root: string, taken: Step): Promise<boolean> {
  const full = join(root, taken.path);
  if (taken.kind === "remove") rmSync(full, { force: true });
  else if (taken.kind === "write") put(root, taken.path, taken.index, taken.keepsTime);
  else if (taken.kind === "touch") {
    if (existsSync(full)) utimesSync(full, new Date(), new Date());
    return true;
  } else {
    put(root, taken.path, taken.index, false);
    const run = spawn(process.execPath, [builtCli()], { cwd: root, stdio: "ignore" });
    const ended = once(run, "exit");
    await Promise.race([ended, setTimeout(taken.after)]);
    run.kill("SIGKILL");
    await ended;
  }
  return false;
}

/** Returns the result of a run: its exit code, the problems, the number of files and the files. */
function outcome(root: string): { readonly result: unknown; readonly repeated: boolean } {
  const { status, stdout, stderr } = runBuilt(root, ["--stats"]);
  const tree = Object.fromEntries(Object.entries(readTree(root)).filter(([file]) => file.includes("zz_generated")));
  return { result: { status, stderr, tree }, repeated: / cache$/m.test(stdout) };
}

/** Runs codegen in a copy of a project without generated files and stored results. */
function outcomeFromNothing(root: string): unknown {
  const fresh = temporaryFolder();
  cpSync(root, fresh, {
    recursive: true,
    filter: (file) => !file.includes("zz_generated.") && !file.endsWith(".cache"),
  });
  const { result } = outcome(fresh);
  rmSync(fresh, { recursive: true });
  return result;
}

test("a run in a new process after random changes has the same result as a run from nothing", async () => {
  let repeats = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const root = project();
      let last = outcome(root).result as { readonly status: number; readonly tree: Tree };
      for (const taken of steps) {
        const isSame = await take(root, taken);
        const { result, repeated } = outcome(root);
        if (isSame && last.status === 0) expect(repeated).toBe(true);
        if (repeated) repeats++;
        last = result as typeof last;
        // A run with errors writes no files.
        if (last.status === 0) expect(result).toEqual(outcomeFromNothing(root));
        else expect(outcomeFromNothing(root)).toMatchObject({ status: last.status });
      }
    }),
    { numRuns: sizeOf("EDIT_RUNS") },
  );
  expect(repeats).toBeGreaterThan(0);
});
