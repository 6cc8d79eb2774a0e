import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryFileSystem } from "../../engine/load/file-system.js";
import { load, type Loaded } from "../../engine/load/load.js";
import { createMemory, type Memory } from "../../engine/memory.js";
import { serialise } from "../../engine/model/serialise.js";
import { runtime } from "./load-source.js";
import { ownMarkers } from "./own-markers.js";

/** Under --watch a folder is not read again while all that its reading depends on is as it was. That must never be seen in the model. */

/** What files may hold: types that refer to, extend, take apart and instantiate those of other folders, in every way that the language has. */
const choices: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "doc.ts": ["/** +k8s:deepcopy-gen=package */\nexport {};\n", "/** +k8s:deepcopy-gen=package\n * +k8s:conversion-gen=../b */\nexport {};\n"],
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
    'export interface B { name?: string }\nexport interface Kind { is: string }\nexport type Box<T> = { of?: T };\n',
    'import type { U } from "../util/u.js";\nexport type B = U;\nexport enum Kind { X = "x" }\nexport interface Box<T, V = U> { of: T; v: V }\n',
  ],
  "b/other.ts": [undefined, "export interface B { twice: string }\n", "export interface Lone { l: string }\nexport const usual = 3;\n"],
  "util/u.ts": [
    'export interface U { size: number }\nexport interface Deep { inner: { x: string } }\nexport interface P { type: "p" }\nexport interface Q { type: "q" }\nexport type Either = P | Q;\n',
    'export * from "./deep.js";\nexport interface U { sizes: number[] }\nexport interface P { type: "p"; more: string }\nexport type Either = P | { type: "other"; o: U };\n',
    'export interface U { size: string }\ninterface Deep { inner: string }\nexport type { Deep };\nexport type Either = "p" | "q";\n',
    'export type U = string;\nexport interface Deep { inner?: U }\nexport type Either = string;\n',
  ],
  "util/deep.ts": [undefined, 'import type { U } from "./u.js";\nexport interface Deep { inner: U }\nexport type Missing = U;\n'],
  "index.ts": [undefined, 'export * from "./util/u.js";\nexport type { Part } from "./a/more.js";\n', 'export type { B as Part } from "./b/types.js";\n'],
  "node_modules/things/package.json": [undefined, '{ "name": "things", "types": "index.d.ts" }'],
  "node_modules/things/index.d.ts": ["export interface Thing {}\n", "export interface Other {}\n", "export interface Thing {}\nexport declare function make(): Thing;\n"],
};

type Files = { [path: string]: string };

function start(): Files {
  const files: Files = { ...runtime };
  for (const [path, [text]] of Object.entries(choices)) if (text !== undefined) files[path] = text;
  return files;
}

function read(files: Files, memory?: Memory): Loaded {
  return load({ root: "/project", targets: ["a", "b"], definitions: ownMarkers, fileSystem: memoryFileSystem(files), memory });
}

const edit = fc.constantFrom(...Object.entries(choices).flatMap(([path, texts]) => texts.map((text) => ({ path, text }))));

test("after any edits what is read with a memory is what is read without", () => {
  fc.assert(
    fc.property(fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }), (rounds) => {
      const files = start();
      const memory = createMemory();
      read(files, memory);
      for (const edits of rounds) {
        for (const { path, text } of edits) {
          if (text === undefined) Reflect.deleteProperty(files, path);
          else files[path] = text;
        }
        const { universe, problems } = read(files, memory);
        const anew = read(files);
        expect(serialise(universe)).toBe(serialise(anew.universe));
        expect(problems).toEqual(anew.problems);
      }
    }),
    { numRuns: 500 },
  );
});

test("a folder is read again when what it is made of changes, not when a type that it only names does", () => {
  const files = start();
  const memory = createMemory();
  const entriesOf = (): unknown => memory.readings?.folders.get("a")?.entries;
  read(files, memory);
  const first = entriesOf();
  expect(first).toBeDefined();
  files["b/types.ts"] = `// Another place.\n${files["b/types.ts"]?.replace("size: number", "size: string") ?? ""}`;
  files["util/u.ts"] = `${files["util/u.ts"] ?? ""}export interface New { a: string }\n`;
  const { problems } = read(files, memory);
  expect(problems).toEqual([]);
  expect(entriesOf()).toBe(first);
  files["a/types.ts"] = 'import type { B } from "../b/types.js";\nexport type A = Pick<B, "size">;\n';
  read(files, memory);
  const second = entriesOf();
  expect(second).not.toBe(first);
  files["b/types.ts"] = files["b/types.ts"].replace("size: string", "size?: string");
  expect(read(files, memory).universe.packages["a"]?.types["A"]?.shape).toMatchObject({ fields: [{ name: "size", optional: true }] });
});
