import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStored, writeStored } from "../../engine/base/store.js";
import type { Project } from "../../engine/config/project.js";
import { digestPluginFiles } from "../../engine/incremental/plugin-files.js";
import { openStored } from "../../engine/incremental/stored-workspace.js";
import { runProject } from "../../engine/run/run.js";
import { selectGenerators } from "../../engine/run/select.js";
import { generators as builtIn } from "../../generators/index.js";
import { repository } from "../built-program.js";
import { readTree, temporaryFolder, type Tree } from "./temporary-folder.js";

/** @file Tests that a run in a new process reuses the stored results, and only valid ones. */

const doc = "/**\n * +k8s:deepcopy-gen=package\n * +groupName=example.com\n */\nexport {};\n";
const sources: Tree = {
  "package.json": '{ "type": "module" }\n',
  "apis/a/v1/doc.ts": doc,
  "apis/a/v1/types.ts": "export interface A {\n  name: string;\n}\n",
  "apis/b/v1/doc.ts": doc,
  "apis/b/v1/types.ts":
    'import type { A } from "../../a/v1/types.js";\nexport interface B {\n  a: A;\n}\nexport interface C {\n  list: string[];\n}\n',
};

function projectOf(tree: Tree): Project {
  const root = temporaryFolder(tree);
  mkdirSync(join(root, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(repository, "runtime"), join(root, "node_modules/@apimachinery/runtime"));
  return { root, folders: ["apis"], settings: { generators: ["schema", "deepcopy"] } };
}

/** Runs as a new process does. Returns the paths of the files that were printed again. */
async function run(project: Project): Promise<readonly string[]> {
  const { generators, definitions } = await selectGenerators(builtIn, project);
  const stored = openStored({ project, only: undefined }, { has: () => false, files: [] });
  const made: string[] = [];
  const workspace: typeof stored = {
    ...stored,
    printed: (input, make) =>
      stored.printed(input, () => {
        made.push(input.file.path);
        return make();
      }),
  };
  const { problems } = await runProject({ project, generators, definitions, mode: "write", strict: false, workspace });
  expect(problems).toEqual([]);
  stored.store();
  return made.sort();
}

function entryOf({ root }: Project): string {
  const folder = join(root, "node_modules/.cache/apimachinery-codegen");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".results")) ?? expect.fail());
}

const all = ["a", "b"].flatMap((name) => ["deepcopy", "schema"].map((one) => `apis/${name}/v1/zz_generated.${one}.ts`));

function appendTo({ root }: Project, path: string, text: string): void {
  writeFileSync(join(root, path), `${readFileSync(join(root, path), "utf8")}${text}`);
}

test("only files of which the input has changed are printed again", async () => {
  const project = projectOf(sources);
  expect(await run(project)).toEqual(all);
  expect(await run(project)).toEqual([]);
  appendTo(project, "apis/b/v1/types.ts", "export interface D {\n  size: string;\n}\n");
  const made = await run(project);
  expect(made).not.toEqual([]);
  expect(made.filter((path) => !path.startsWith("apis/b/"))).toEqual([]);
  const fresh = projectOf(
    Object.fromEntries(Object.entries(readTree(project.root)).filter(([path]) => !path.includes("zz_generated"))),
  );
  await run(fresh);
  expect(readTree(project.root)).toEqual(readTree(fresh.root));
});

test("a generated file that was changed by hand is printed again", async () => {
  const project = projectOf(sources);
  await run(project);
  const [path = ""] = all;
  const text = readFileSync(join(project.root, path), "utf8");
  appendTo(project, path, "// Edited by hand.\n");
  expect(await run(project)).toEqual([path]);
  expect(readFileSync(join(project.root, path), "utf8")).toBe(text);
});

test.each<{ readonly name: string; readonly damage: (entry: Buffer) => Buffer }>([
  { name: "a truncated entry", damage: (entry) => entry.subarray(0, entry.length - 1) },
  { name: "an empty entry", damage: () => Buffer.alloc(0) },
  {
    name: "an entry with another byte",
    damage(entry) {
      const copy = Buffer.from(entry);
      copy.writeUInt8(copy.readUInt8(copy.length >> 1) ^ 1, copy.length >> 1);
      return copy;
    },
  },
])("$name is ignored, and the run replaces it", async ({ damage }) => {
  const project = projectOf(sources);
  await run(project);
  writeFileSync(entryOf(project), damage(readFileSync(entryOf(project))));
  expect(await run(project)).toEqual(all);
  expect(await run(project)).toEqual([]);
});

test("an entry of another project is ignored", async () => {
  const [project, other] = [projectOf(sources), projectOf(sources)];
  await run(project);
  await run(other);
  writeFileSync(entryOf(project), readFileSync(entryOf(other)));
  expect(await run(project)).toEqual(all);
});

test("settings have separate entries", async () => {
  const project = projectOf(sources);
  await run(project);
  expect(await run({ ...project, settings: { ...project.settings, importEnding: ".ts" } })).not.toEqual([]);
});

test("the oldest files are removed from a folder above its limit", () => {
  const folder = temporaryFolder();
  const store = (name: string, age: number): void => {
    writeStored(join(folder, name), Buffer.alloc(100), 300);
    utimesSync(join(folder, name), 1000 - age, 1000 - age);
  };
  store("b", 2);
  store("a.tmp", 3);
  expect(readdirSync(folder)).toEqual(["a.tmp", "b"]);
  store("c", 1);
  expect(readdirSync(folder)).toEqual(["b", "c"]);
  writeStored(join(folder, "large"), Buffer.alloc(300), 300);
  expect(readdirSync(folder)).toEqual(["b", "c"]);
  expect(readStored(join(folder, "b"))).toEqual(Buffer.alloc(100));
});

test.each([
  { name: "a script without imports", script: "export const generator = {};\n", isKnown: true },
  { name: "another file beside it", script: 'import { a } from "./other.js";\n', isKnown: true },
  { name: "a file in another folder", script: 'import { a } from "../far.js";\n', isKnown: false },
  { name: "a file that is named at run time", script: "await import(name);\n", isKnown: false },
  { name: "CommonJS", script: 'const a = require("./other.js");\n', isKnown: false },
  { name: "another npm package", script: 'import a from "things";\n', isKnown: false },
])("files of a custom generator: $name", ({ script, isKnown }) => {
  const root = temporaryFolder({ "gen/index.js": script, "gen/other.js": "export const a = 1;\n" });
  const files = ["gen/index.js", "gen/other.js"];
  const digests = digestPluginFiles(root, files);
  expect(digests !== undefined).toBe(isKnown);
  writeFileSync(join(root, "gen/other.js"), "export const a = 2;\n");
  if (isKnown) expect(digestPluginFiles(root, files)).not.toEqual(digests);
});
