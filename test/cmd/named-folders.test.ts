import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree, type Tree } from "../engine/temporary-folder.js";
import { apiProject, doc, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

const group = "x.example.com";

const common: Tree = {
  "apis/common/doc.ts": doc("k8s:deepcopy-gen=package", "k8s:defaulter-gen=TypeMeta"),
  "apis/common/types.ts": `export interface Part {\n  /** +default="x" */\n  name: string;\n  l: string[];\n}\n`,
  "apis/v1/doc.ts": groupDoc(group),
  "apis/v1/types.ts": kind(`${group}/v1`, "A", "  p: Part;", `import type { Part } from "../common/types.js";\n`),
};

const peers: Tree = {
  "codegen.config.json": `{ "paths": ["apis"], "options": { "defaults": { "peers": ["apis/peer"] } } }`,
  "apis/peer/doc.ts": "export {};\n",
  "apis/peer/functions.ts": `import type { P } from "../v1/types.js";\n\nexport function SetDefaults_P(obj: P): void {\n  obj.x ||= "peer";\n}\n`,
  "apis/v1/doc.ts": groupDoc(group),
  "apis/v1/types.ts": `${kind(`${group}/v1`, "A", "  p: P;")}\nexport interface P {\n  x: string;\n}\n`,
};

const external: Tree = {
  "codegen.config.json": `{ "paths": ["api", "pkg"] }`,
  "api/shop/v1/doc.ts": groupDoc(group),
  "api/shop/v1/types.ts": kind(`${group}/v1`, "Widget", "  n: string;"),
  "pkg/apis/shop/doc.ts": groupDoc(group),
  "pkg/apis/shop/types.ts": kind(`${group}/__internal`, "Widget", "  n: string;"),
  "pkg/apis/shop/v1/doc.ts": doc(
    "k8s:conversion-gen=..",
    "k8s:conversion-gen-external-types=../../../../api/shop/v1",
    "k8s:defaulter-gen=TypeMeta",
    "k8s:defaulter-gen-input=../../../../api/shop/v1",
    `groupName=${group}`,
  ),
};

const farHub: Tree = {
  "apis/a/v1/doc.ts": groupDoc(group, "k8s:conversion-gen=../../third/v1"),
  "apis/a/v1/types.ts": `${kind(`${group}/v1`, "A", "  p: P;")}\nexport interface P {\n  x: string;\n}\n`,
  "apis/third/v1/doc.ts": groupDoc("third.example.com"),
  "apis/third/v1/types.ts": `${kind(`third.example.com/v1`, "A", "  p: P;")}\nexport interface P {\n  x: string;\n}\n`,
};

/**
 * Files of an independent group: no other folder refers to it. The remaining folders only show
 * codegen which file ending the project's imports have.
 */
const apart: Tree = {
  "codegen.config.json": `{ "paths": ["apis"], "plurals": { "B": "bees" } }`,
  "apis/a/v1/doc.ts": groupDoc(group),
  "apis/a/v1/types.ts": kind(`${group}/v1`, "A", "  n: string;"),
  "apis/b/v1/doc.ts": groupDoc("b.example.com"),
  "apis/b/v1/types.ts": kind("b.example.com/v1", "B", "  p: P;", `import type { P } from "./p.ts";\n`),
  "apis/b/v1/p.ts": "export interface P {\n  x: string;\n}\n",
};

const generic: Tree = {
  "apis/box/doc.ts": doc("k8s:deepcopy-gen=package", "k8s:schema-gen=true"),
  "apis/box/types.ts": "export interface Box<T> {\n  of: T;\n  list: T[];\n}\n",
  "apis/boxes/boxes.ts": `export type { Box } from "../box/types.js";\n`,
  "apis/boxes/types.ts": "export interface Other {\n  x: string;\n}\n",
  "apis/v1/doc.ts": groupDoc(group),
  "apis/v1/types.ts": `${kind(`${group}/v1`, "A", "  p: Box<P>;", `import type { Box } from "../boxes/boxes.js";\n`)}\nexport interface P {\n  x: string;\n}\n`,
};

const versions: Tree = {
  "apis/x/doc.ts": groupDoc(group),
  "apis/x/types.ts": kind(`${group}/__internal`, "A", "  n: string;"),
  "apis/x/v1/doc.ts": groupDoc(group, "k8s:conversion-gen=.."),
  "apis/x/v1/types.ts": kind(`${group}/v1`, "A", "  n: string;"),
  "apis/x/v2/doc.ts": groupDoc(group, "k8s:conversion-gen=.."),
  "apis/x/v2/types.ts": kind(`${group}/v2`, "A", "  n: string;"),
};

describe("a run with named folders writes the same files as a run without them", () => {
  test.each<readonly [string, Tree, readonly string[]]>([
    ["a folder that others import from", common, ["apis/common", "apis/v1"]],
    ["a folder with functions in another folder", peers, ["apis/v1", "apis/peer"]],
    ["types, hub and conversions in three folders", external, ["api", "pkg", "pkg/apis/shop/v1"]],
    ["a folder that another folder names as its hub", farHub, ["apis/third/v1", "apis/a"]],
    ["a folder without imports in a project whose imports end in .ts", apart, ["apis/a", "apis/b"]],
    ["a generic that another folder imports through a third folder", generic, ["apis/box", "apis/boxes", "apis/v1"]],
    ["one version of several", versions, ["apis/x/v1", "apis/x/v2"]],
  ])("%s", async (_what, tree, folders) => {
    const root = apiProject(tree);
    const whole = await runHere(root, []);
    expect([whole.stderr.match(/ error .*/g), whole.status]).toEqual([null, 0]);
    const before = readTree(root);
    expect(Object.keys(before).filter((path) => path.includes("zz_generated")).length).toBeGreaterThan(4);
    for (const folder of folders) {
      expect((await runHere(root, ["--check", folder])).status, `--check ${folder}`).toBe(0);
      expect((await runHere(root, [folder])).status, folder).toBe(0);
      expect(readTree(root), folder).toEqual(before);
    }
    expect((await runHere(root, ["--check"])).status).toBe(0);
  });

  test("in a new copy, runs for each folder create the same files, and each run writes only its folder", async () => {
    const whole = apiProject(common);
    await runHere(whole, []);
    const root = apiProject(common);
    await runHere(root, ["apis/common"]);
    const generated = Object.keys(readTree(root)).filter((path) => path.includes("zz_generated"));
    expect(generated.every((path) => path.startsWith("apis/common/"))).toBe(true);
    await runHere(root, ["apis/v1"]);
    expect(readTree(root)).toEqual(readTree(whole));
  });

  test("an orphaned file is removed only from the named folders", async () => {
    const root = apiProject({ ...common, "apis/v1/zz_generated.old.ts": old, "apis/common/zz_generated.old.ts": old });
    await runHere(root, ["apis/common"]);
    expect(existsSync(join(root, "apis/common/zz_generated.old.ts"))).toBe(false);
    expect(existsSync(join(root, "apis/v1/zz_generated.old.ts"))).toBe(true);
  });
});

const old = "// Code generated by codegen (deepcopy). DO NOT EDIT.\n";

test("without configured paths, a run with a named folder removes nothing elsewhere", async () => {
  const root = apiProject(
    Object.fromEntries(Object.entries(common).map(([path, text]) => [path.replace("apis/", "src/"), text])),
  );
  expect((await runHere(root, ["src"])).status).toBe(0);
  const before = readTree(root);
  const { stdout, status } = await runHere(root, ["src/common"]);
  expect([stdout, status]).toEqual([expect.not.stringContaining("removed"), 0]);
  expect(Object.keys(readTree(root))).toEqual(Object.keys(before));
});

test("an error in the types of a folder that imports from the named folder stops the run", async () => {
  const fields = "  at: Date;\n  p: Part;";
  const types = kind(`${group}/v1`, "A", fields, `import type { Part } from "../common/types.js";\n`);
  const root = apiProject({ ...common, "apis/v1/types.ts": types });
  expect(await runHere(root, ["apis/common"])).toMatchObject({
    stderr: expect.stringMatching(/^apis\/v1\/types.ts:6:7 error load\/not-json/) as string,
    status: 1,
  });
});

test("types of a folder that is not connected with the named folder are not read", async () => {
  const root = apiProject({ ...apart, "apis/b/v1/p.ts": "export interface P {\n  at: Date;\n}\n" });
  expect((await runHere(root, [])).status).toBe(1);
  expect(await runHere(root, ["apis/a"])).toMatchObject({ stderr: "", status: 0 });
});

test("a warning about another folder's types is reported only if that folder is named", async () => {
  const root = apiProject({
    ...common,
    "apis/v1/more.ts": `/** +k8s:deepcopy-gen=true */\n\n\nexport interface Q {\n  x: string;\n}\n`,
  });
  expect((await runHere(root, [])).stderr).toMatch("apis/v1/more.ts:1:5 warning markers/unattached");
  expect((await runHere(root, ["apis/common"])).stderr).toBe("");
});

describe("folders in options", () => {
  const outside: Tree = {
    ...Object.fromEntries(
      Object.entries(peers).map(([path, text]) => [
        path.replace("apis/peer", "fns"),
        text.replace("../v1/", "../apis/v1/"),
      ]),
    ),
    "codegen.config.json": `{ "options": { "defaults": { "peers": ["fns"] } } }`,
  };

  test("are read, even outside of the configured paths, and nothing is written there", async () => {
    const root = apiProject(outside);
    expect(await runHere(root, [])).toMatchObject({ stderr: "", status: 0 });
    expect(readTree(root)["apis/v1/zz_generated.defaults.ts"]).toMatch("SetDefaults_P(");
    expect(Object.keys(readTree(root)).filter((path) => path.startsWith("fns/"))).toEqual([
      "fns/doc.ts",
      "fns/functions.ts",
    ]);
  });

  test.each([
    [
      `{ "defaults": { "peers": ["fnz"] } }`,
      "error config/no-such-folder: the folder fnz does not exist\n    did you mean fns?",
    ],
    [
      `{ "defaults": { "peerz": ["fns"] } }`,
      `error config/unknown-option: unknown option "peerz" of the generator defaults\n    did you mean "peers"?`,
    ],
    [
      `{ "defaults": { "peers": "fns" } }`,
      "error config/wrong-value: options.defaults.peers must be a list of folders",
    ],
    [
      `{ "defaults": { "peers": [7] } }`,
      "error config/wrong-value: options.defaults.peers.0 must be a string that is not empty",
    ],
    [
      `{ "deepcopy": { "foo": true } }`,
      `error config/unknown-option: unknown option "foo" of the generator deepcopy\n    remove "foo"`,
    ],
  ])("%s is an error with a position", async (options, expected) => {
    const root = apiProject({ ...outside, "codegen.config.json": `{\n  "options": ${options}\n}\n` });
    expect(await runHere(root, [])).toMatchObject({
      stderr: expect.stringMatching(/^codegen.config.json:2:/) as string,
      status: 1,
    });
    expect((await runHere(root, [])).stderr).toMatch(expected);
  });
});

test("a webhook of a group without custom resources is reported only by a run that reads all folders", async () => {
  const root = apiProject({
    ...apart,
    "codegen.config.json": `{
      "paths": ["apis"],
      "options": { "crd": { "conversion": { "b.example.com": { "url": "https://example.com" } } } }
    }`,
  });
  const whole = await runHere(root, []);
  expect([whole.stderr.split("\n")[0], whole.status]).toEqual([
    'codegen.config.json:3:45 error config/unknown-name: "b.example.com" in options.crd.conversion is not a group with custom resources',
    1,
  ]);
  expect(await runHere(root, ["apis/a"])).toMatchObject({ stderr: "", status: 0 });
});
