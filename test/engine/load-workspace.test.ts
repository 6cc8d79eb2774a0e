import { deserialize, serialize } from "node:v8";
import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryFileSystem } from "./memory-file-system.js";
import { load, type Loaded } from "../../engine/load/load.js";
import type { MemoKind } from "../../engine/load/load-workspace.js";
import { WatchWorkspace } from "../../engine/incremental/watch-workspace.js";
import type { LoadSnapshot } from "../../engine/load/snapshot/snapshot.js";
import { serialise } from "../../engine/model/universe.js";
import { runtime } from "./load-source.js";
import { ownMarkers } from "./own-markers.js";
import { sizeOf } from "../sizes.js";

/**
 * @file Tests the snapshots of folders. A folder is not read again while the folder and all folders
 * that it imports from are unchanged. The model must be the same as without snapshots.
 */

/** Number of random cases for each property. `make test-all` uses a higher number. */
const runs = sizeOf("WORKSPACE_RUNS");

type Choices = Readonly<Record<string, readonly (string | undefined)[]>>;

const doc = "/** +k8s:deepcopy-gen=package */\nexport {};\n";

/**
 * Possible texts of files. Their types use types of other folders in every possible way: as field
 * types, as bases, as type arguments, and by indexed access.
 */
const choices: Choices = {
  "doc.ts": [
    "/** +k8s:deepcopy-gen=package */\nexport {};\n",
    "/** +k8s:deepcopy-gen=package\n * +k8s:conversion-gen=../b */\nexport {};\n",
  ],
  "a/types.ts": [
    'import type { B, Kind } from "../b/types.js";\nimport type { U } from "../util/u.js";\nexport interface A { b: B; kind: Kind; u?: U }\n',
    'import type { B, Box } from "../b/types.js";\nexport interface A { b: Box<B>; c: Box<string> }\nexport type Short = Pick<B, "name">;\n',
    'import type { Box } from "../b/types.js";\nimport type { U } from "../util/u.js";\nexport interface A extends U { boxes: Box<U>[]; place: { name: string } }\n',
    'import type * as util from "../util/u.js";\nexport interface A { u: util.Deep["inner"]; more: Omit<util.U, "size"> }\n',
    'import type { Either } from "../util/u.js";\nexport interface A { either: Either }\nexport interface Own { a: A }\n',
    'import type { Missing } from "../util/u.js";\nexport interface A { missing: Missing }\n',
    'import type { Thing } from "things";\nexport interface A { thing: Thing }\n',
  ],
  "a/more.ts": [
    undefined,
    "export interface Part { size: number }\n",
    'import type { Part } from "../index.js";\nexport interface Holder { part: Part }\n',
    'import type { B } from "../b/types.js";\nimport type { U } from "../util/u.js";\n/** +default=ref(../b.usual) */\nexport function SetDefaults_B(obj: B, u: U, x: Nowhere): void {}\nexport const first: U = {};\n',
    'import type { Thing } from "things";\nexport function f(thing: Thing): Thing {\n  return thing;\n}\n',
    'import type { Either } from "../util/u.js";\n// A union of what stands elsewhere.\nexport type Choice = Either | { type: "third"; z: string };\n',
  ],
  "b/doc.ts": ["/** +groupName=b.example.com */\nexport {};\n", undefined],
  "b/types.ts": [
    'export interface B { name: string; size: number }\nexport type Kind = "x" | "y";\nexport interface Box<T> { of: T }\n',
    'import type { U } from "../util/u.js";\nexport interface B { name: string; u: U }\nexport type Kind = string;\nexport interface Box<T> { of: T[]; also: U }\ninterface Hidden { at: Date }\n',
    "export interface B { name?: string }\nexport interface Kind { is: string }\nexport type Box<T> = { of?: T };\n",
    'import type { U } from "../util/u.js";\nexport type B = U;\nexport enum Kind { X = "x" }\nexport interface Box<T, V = U> { of: T; v: V }\n',
  ],
  "b/other.ts": [
    undefined,
    "export interface B { twice: string }\n",
    "export interface Lone { l: string }\nexport const usual = 3;\n",
  ],
  "util/u.ts": [
    'export interface U { size: number }\nexport interface Deep { inner: { x: string } }\nexport interface P { type: "p" }\nexport interface Q { type: "q" }\nexport type Either = P | Q;\n',
    'export * from "./deep.js";\nexport interface U { sizes: number[] }\nexport interface P { type: "p"; more: string }\nexport type Either = P | { type: "other"; o: U };\n',
    'export interface U { size: string }\ninterface Deep { inner: string }\nexport type { Deep };\nexport type Either = "p" | "q";\n',
    "export type U = string;\nexport interface Deep { inner?: U }\nexport type Either = string;\n",
  ],
  "util/deep.ts": [
    undefined,
    'import type { U } from "./u.js";\nexport interface Deep { inner: U }\nexport type Missing = U;\n',
  ],
  "index.ts": [
    undefined,
    'export * from "./util/u.js";\nexport type { Part } from "./a/more.js";\n',
    'export type { B as Part } from "./b/types.js";\n',
  ],
  "node_modules/things/package.json": [undefined, '{ "name": "things", "types": "index.d.ts" }'],
  "node_modules/things/index.d.ts": [
    "export interface Thing {}\n",
    "export interface Other {}\n",
    "export interface Thing {}\nexport declare function make(): Thing;\n",
  ],
};

/**
 * Possible texts of files. Some of their types may be unsupported. This causes no problem if a type
 * is not exported, or only a function signature uses it. If a marker names the folder, all types of
 * the folder must be supported.
 */
const loose: Choices = {
  "a/doc.ts": [doc, "/** +k8s:deepcopy-gen=package\n * +k8s:conversion-gen=../c */\nexport {};\n"],
  "a/types.ts": [
    'import type { B, Box } from "../b/index.js";\nimport type { Bad } from "../util/u.js";\nexport interface A { b: B; c: Box<B[]> }\ninterface Hidden { b: Bad }\n',
    'import type { B as Bee } from "../b/types.js";\nimport type { C } from "../c/types.js";\nexport interface A extends Bee { c: C["b"] }\n',
    'import type * as b from "../b/index.js";\nexport type A = Pick<b.B, "name"> & { more: b.Kind };\nexport type L = b.B[];\n',
    'import type { Pair } from "../c/types.js";\nexport interface A { p: Pair<string, Pair<string, boolean>> }\n',
  ],
  "a/f.ts": [
    undefined,
    'import type { Bad, Fine } from "../util/u.js";\nexport function f(x: [Fine, Bad], y: Fine): Bad {}\nexport const k: Bad = 1;\n',
    'import type { Box } from "../b/types.js";\nimport type { Pair } from "../c/types.js";\nexport function f1(x: [Box<string>, Date]): void {}\nexport function f2(x: Box<string>, y: Pair<string, string>): void {}\nexport function f3(x: [Box<boolean>, Pair<boolean, string>, Date]): void {}\n',
  ],
  "b/doc.ts": [doc, undefined],
  "b/f.ts": [
    undefined,
    'import type { A } from "../a/types.js";\nimport type { Pair } from "../c/types.js";\nexport function f1(x: [Pair<A, string>, Date]): void {}\nexport function f2(x: Pair<string, string>, a: A): void {}\nexport function f3(x: [Pair<boolean, A>, Date]): void {}\ninterface Own { p: Pair<A, A> }\n',
  ],
  "b/index.ts": ['export * from "./types.js";\n', 'export * from "../c/types.js";\nexport * from "./types.js";\n'],
  "b/types.ts": [
    'export interface B { name: string }\nexport type Kind = "x" | "y";\nexport interface Box<T> { of: T }\n',
    'import type { C } from "../c/types.js";\nexport interface B extends C { name: string }\nexport type Kind = C;\nexport interface Box<T> { of: T; c: C }\n',
    'import type { Pair } from "../c/types.js";\nexport type B = { name: string; p: Pair<Kind, string> };\nexport type Kind = string;\nexport interface Box<T> { of: Pair<T, T> }\n',
  ],
  "c/doc.ts": [undefined, doc, "/** +groupName=c.example.com\n * +k8s:conversion-gen=../util */\nexport {};\n"],
  "c/types.ts": [
    'import type { B } from "../b/types.js";\nexport interface C { b: B[] }\nexport interface Pair<A, B> { a: A; b: B }\n',
    'import type { Bad } from "../util/u.js";\nexport interface C { b: string }\nexport interface Pair<A, B = A> { a: A; b: B; c: C }\ninterface Hidden { bad: Bad }\n',
    'import type { Fine } from "../util/u.js";\n/** +default=ref(../util.usual) */\nexport interface C extends Fine { b: { deep: Fine } }\nexport interface Pair<A, B> { a: A[]; b: Fine }\n',
  ],
  "util/u.ts": [
    "export type Bad = Date;\nexport interface Fine { z: string }\n",
    "export type Bad = string;\nexport interface Fine { z: Bad }\n",
    "export interface Bad { /** +nonsense */ z: More }\nexport interface More { x(): void }\nexport interface Fine { f: string }\n",
    'import type { C } from "../c/types.js";\nexport interface Bad { z: C }\nexport interface Fine { f: string }\n',
    "export interface Fine { f: \n",
  ],
};

type Files = { [path: string]: string };

function start(choices: Choices): Files {
  const files: Files = { ...runtime };
  for (const [path, [text]] of Object.entries(choices)) if (text !== undefined) files[path] = text;
  return files;
}

function put(files: Files, path: string, text: string | undefined): void {
  if (text === undefined) Reflect.deleteProperty(files, path);
  else files[path] = text;
}

function read(
  files: Files,
  targets: readonly string[],
  workspace?: WatchWorkspace,
  candidates: readonly string[] = [],
): Loaded {
  const fileSystem = memoryFileSystem(files);
  return load({ root: "/project", targets, candidates, definitions: ownMarkers, fileSystem, workspace });
}

/** A workspace whose snapshots pass through the form in which they are stored on disk. */
class StoringWorkspace extends WatchWorkspace {
  override keepSnapshot(take: () => LoadSnapshot): void {
    super.keepSnapshot(() => deserialize(serialize({ ...take(), definitions: undefined })) as LoadSnapshot);
  }
}

test.each([
  { name: "types that must be readable", choices, targets: ["a", "b"] },
  { name: "types that may be unreadable", choices: loose, targets: ["a", "b"] },
  { name: "one target that refers to other folders", choices: loose, targets: ["a"] },
  { name: "a folder that is also named by a marker", choices: loose, targets: ["a", "b", "c"] },
  { name: "folders that become connected", choices: loose, targets: ["c"], candidates: ["a", "b", "util"] },
])(
  "after random edits, loading with a workspace has the same result as loading without one: $name",
  ({ choices, targets, candidates }) => {
    const edit = fc.constantFrom(
      ...Object.entries(choices).flatMap(([path, texts]) => texts.map((text) => ({ path, text }))),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        (rounds) => {
          const files = start(choices);
          const workspaces = [new WatchWorkspace(), new StoringWorkspace()];
          for (const workspace of workspaces) read(files, targets, workspace, candidates);
          for (const edits of rounds) {
            for (const { path, text } of edits) put(files, path, text);
            const fresh = read(files, targets, undefined, candidates);
            for (const workspace of workspaces) {
              const { universe, problems } = read(files, targets, workspace, candidates);
              expect(serialise(universe)).toBe(serialise(fresh.universe));
              expect(problems).toEqual(fresh.problems);
            }
          }
        },
      ),
      { numRuns: runs },
    );
  },
);

test("the types of a folder are the same for all sets of target folders", () => {
  const folders = ["a", "b", "c"];
  const texts = fc.record(
    Object.fromEntries(Object.entries(loose).map(([path, texts]) => [path, fc.constantFrom(...texts)])),
  );
  fc.assert(
    fc.property(texts, (chosen) => {
      const files: Files = { ...runtime };
      for (const [path, text] of Object.entries(chosen)) put(files, path, text);
      const whole = read(files, folders);
      fc.pre(whole.problems.every(({ severity }) => severity !== "error"));
      for (const target of folders) {
        const others = folders.filter((folder) => folder !== target);
        const { universe } = read(files, [target], undefined, others);
        expect(universe.packages[target]).toEqual(whole.universe.packages[target]);
      }
    }),
    { numRuns: runs },
  );
});

test.each([
  {
    name: "a signature's type that can no longer be read, and then again",
    targets: ["a"],
    files: {
      "a/types.ts":
        'import type { Client } from "../util/client.js";\nexport interface A { x: string }\nexport function help(c: Client): void {}\n',
    },
    edits: [
      "export interface Client { url: string }\n",
      "export interface Client { url: string; get(): void }\n",
      "export type Client = Date;\n",
      "export type Client = string;\n",
    ].map((text) => ({ "util/client.ts": text })),
  },
  {
    name: "a folder that no target refers to any more, with a mistake in it",
    targets: ["a"],
    files: { "util/u.ts": "export interface U { s: string }\n" },
    edits: [
      { "a/types.ts": 'import type { U } from "../util/u.js";\nexport interface A { x: U }\n' },
      { "a/types.ts": "export interface A { x: string }\n", "util/u.ts": "export interface U { s: \n" },
    ],
  },
  {
    name: "a package whose name ends like the name of a file",
    targets: ["a"],
    files: {
      "node_modules/things.ts/package.json": '{ "name": "things.ts", "types": "index.d.ts" }',
      "node_modules/things.ts/index.d.ts": "export interface Thing {}\n",
      "a/types.ts": 'import type { Thing } from "things.ts";\nexport interface A { x: Thing }\n',
    },
    edits: [{}, { "a/text.txt": "" }],
  },
  {
    name: "failed instantiations in signatures that refer to a folder with a valid snapshot",
    targets: ["a", "b"],
    files: {
      "a/types.ts":
        "export interface A1 { s: string }\nexport interface A2 { s: string }\nexport interface A3 { s: string }\nexport interface Box<T> { of: T }\n",
    },
    edits: ["1", "2"].map((text) => ({
      "b/types.ts": `import type { A1, Box } from "../a/types.js";\nexport interface B { a: A1 }\nexport function f1(x: [Box<string>, Date]): void {}\nexport function f2(x: Box<string>): void {}\nexport function f3(x: [Box<boolean>, Date]): void {}\n// ${text}\n`,
    })),
  },
  {
    name: "a package.json that makes a folder a part of the runtime",
    targets: ["a"],
    files: {
      "a/types.ts": 'import type { Time } from "../own/types.js";\nexport interface A { x: Time }\n',
      "own/types.ts": "export type Time = string;\nexport interface Span { from: Time }\n",
    },
    edits: [
      {},
      { "own/package.json": '{ "name": "@apimachinery/runtime" }' },
      { "own/package.json": '{ "name": "own" }' },
    ],
  },
])(
  "after each of several edits, loading with a workspace has the same result as loading without one: $name",
  ({ targets, files, edits }) => {
    const now: Files = {
      ...runtime,
      ...Object.fromEntries(targets.map((target) => [`${target}/doc.ts`, doc])),
      ...files,
    };
    const workspace = new WatchWorkspace();
    for (const edit of edits) {
      for (const [path, text] of Object.entries(edit)) put(now, path, text);
      const { universe, problems } = read(now, targets, workspace);
      const fresh = read(now, targets);
      expect(problems).toEqual(fresh.problems);
      expect(serialise(universe)).toBe(serialise(fresh.universe));
    }
  },
);

test("a folder that a marker names is read completely, even if an import reached it first", () => {
  const files = {
    ...runtime,
    "a/doc.ts": doc,
    "a/types.ts": 'import type { W } from "../w/types.js";\nexport interface A { w: W }\n',
    "w/types.ts": "export interface W { s: string }\nexport interface Other { o: string }\n",
    "c/doc.ts": "/** +k8s:deepcopy-gen=package\n * +k8s:conversion-gen=../w */\nexport {};\n",
    "c/types.ts": "export interface C { s: string }\n",
  };
  for (const targets of [["a", "c"], ["c"]])
    expect(Object.keys(read(files, targets).universe.packages["w"]?.types ?? {})).toEqual(["W", "Other"]);
});

/** A workspace that records the keys of the values that it computes. */
class ObservedWorkspace extends WatchWorkspace {
  readonly made: string[] = [];

  override memo<T>(stage: MemoKind, key: string, deps: readonly unknown[], make: () => T): T {
    return super.memo(stage, key, deps, () => {
      this.made.push(key);
      return make();
    });
  }
}

test("the workspace forgets the syntax of removed files", () => {
  const files: Files = { ...runtime, "a/doc.ts": doc, "a/types.ts": "export interface A { x: string }\n" };
  const workspace = new ObservedWorkspace();
  const readWith = (text: string | undefined): readonly string[] => {
    put(files, "a/more.ts", text);
    workspace.made.length = 0;
    read(files, ["a"], workspace);
    return workspace.made.filter((key) => key.startsWith("a/"));
  };
  const text = "export const x = 1;\n";
  expect(readWith(text)).toEqual(["a/doc.ts", "a/more.ts", "a/types.ts"]);
  expect(readWith(text)).toEqual([]);
  expect(readWith(undefined)).toEqual([]);
  expect(readWith(text)).toEqual(["a/more.ts"]);
});

test("a folder is read again after a change of itself or of a folder that it imports from", () => {
  const files = start(choices);
  const workspace = new WatchWorkspace();
  const entriesOf = (): unknown => workspace.snapshot?.folders.get("a")?.entries;
  read(files, ["a", "b"], workspace);
  const first = entriesOf();
  expect(first).toBeDefined();
  files["util/u.ts"] = `${files["util/u.ts"] ?? ""}export interface New { a: string }\n`;
  expect(read(files, ["a", "b"], workspace).problems).toEqual([]);
  const again = entriesOf();
  expect(again).not.toBe(first);
  files["other/types.ts"] = "export interface Other { a: string }\n";
  read(files, ["a", "b"], workspace);
  expect(entriesOf()).toBe(again);
  files["a/types.ts"] = 'import type { B } from "../b/types.js";\nexport type A = Pick<B, "size">;\n';
  read(files, ["a", "b"], workspace);
  const second = entriesOf();
  expect(second).not.toBe(first);
  files["b/types.ts"] = files["b/types.ts"]?.replace("size: number", "size?: number") ?? "";
  expect(read(files, ["a", "b"], workspace).universe.packages["a"]?.types["A"]?.shape).toMatchObject({
    fields: [{ name: "size", optional: true }],
  });
});
