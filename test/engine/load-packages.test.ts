import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryFileSystem } from "./memory-file-system.js";
import { findPackages } from "../../engine/load/discover/find-packages.js";
import { serialise } from "../../engine/model/universe.js";
import { formatProblem } from "../../engine/base/problem.js";
import { temporaryFolder } from "./temporary-folder.js";
import { loadSource } from "./load-source.js";

describe("imports", () => {
  test.each(["./other.js", "./other.ts", "./other", "../v1/other.js"])(
    "a type can be imported from %s",
    (specifier) => {
      const { fields, problems } = loadSource({
        "v1/types.ts": `import type { B as C } from "${specifier}";\nexport interface A { b: C }`,
        "v1/other.ts": "export interface B { b: string }",
      });
      expect(problems).toEqual([]);
      expect(fields("A")).toEqual(["b: v1#B"]);
    },
  );

  test("re-exports are resolved: by name, all, renamed, as a namespace, through an index", () => {
    const { fields, problems, universe } = loadSource({
      "v1/types.ts":
        'import type { A, B, D } from "../shared";\nimport type * as s from "../shared/index.js";\nexport interface X { a: A; b: B; d: D; n: s.A; m: s.inner.B }',
      "shared/index.ts":
        'export * from "./a.js";\nexport type { B, C as D } from "./b.js";\nexport * as inner from "./b.js";',
      "shared/a.ts": "export interface A { a: string }",
      "shared/b.ts": "interface B { b: string }\nexport interface C { c: string }\nexport type { B };",
    });
    expect(problems).toEqual([]);
    expect(fields("X")).toEqual(["a: shared#A", "b: shared#B", "d: shared#C", "n: shared#A", "m: shared#B"]);
    expect(universe.packages.shared?.target).toBe(false);
  });

  test("an imported folder that is not an API has only the types that are used, and only their problems", () => {
    const { universe, problems } = loadSource({
      "v1/types.ts": 'import type { Used } from "../util/things.js";\nexport interface X { a: Used }',
      "util/things.ts":
        "export interface Used { of: Deeper }\nexport interface Deeper { x: string }\nexport interface Not { at: Date }",
    });
    expect(problems).toEqual([]);
    expect(Object.keys(universe.packages.util?.types ?? {})).toEqual(["Used", "Deeper"]);
  });

  test.each([
    ['import type { B } from "./nowhere.js";\nexport interface A { b: B }', "v1/types.ts:2:25 load/unresolved-import"],
    [
      'import type { Missing } from "./types.js";\nexport interface A { b: Missing }',
      "v1/types.ts:2:25 load/unresolved-import",
    ],
    ['import type { B } from "@acme/things";\nexport interface A { b: B }', "v1/types.ts:2:25 load/not-installed"],
    [
      'import type { Tme } from "@apimachinery/runtime";\nexport interface A { b: Tme }',
      "v1/types.ts:2:25 load/unresolved-import",
    ],
    [
      'import type { B } from "./zz_generated.b.js";\nexport interface A { b: B }',
      "v1/types.ts:2:25 load/unresolved-import",
    ],
    ['import type { B } from "@/things";\nexport interface A { b: B }', "v1/types.ts:2:25 load/unresolved-import"],
  ])("an unresolved import is a problem: %s", (source, problem) => {
    expect(loadSource(source).problems).toEqual([problem]);
  });

  test.each(["@shop/v2/types.js", "~/v2/types.js"])(
    "the problem of an unresolved alias of tsconfig.json names the alias: %s",
    (specifier) => {
      const { problems, hints } = loadSource({
        "tsconfig.json": `{ "compilerOptions": { /* ours */ "paths": { "@shop/*": ["./*"], "~/*": ["./*"] } } }`,
        "v2/types.ts": "export interface B {}",
        "v1/types.ts": `import type { B } from "${specifier}";\nexport interface A { b: B }`,
      });
      expect(problems).toEqual(["v1/types.ts:2:25 load/unresolved-import"]);
      expect(hints).toEqual([`import from "../v2/types.js"`]);
    },
  );

  test("the problem of a package that is not installed names the command that installs it", () => {
    expect(loadSource('import type { B } from "@acme/things/v1";\nexport interface A { b: B }').hints).toEqual([
      "npm i @acme/things",
    ]);
  });

  test("cyclic imports are supported", () => {
    const { problems } = loadSource({
      "v1/types.ts": 'import type { B } from "../v2/types.js";\nexport interface A { b?: B }',
      "v2/types.ts": 'import type { A } from "../v1/types.js";\nexport interface B { a?: A }',
    });
    expect(problems).toEqual([]);
  });

  test.each([
    ['import type { B } from "./b.js";', ".js"],
    ['import type { B } from "./b.ts";', ".ts"],
    ['import type { B } from "./b";', ""],
    ["interface B {}", ".js"],
  ])("%s: relative imports end in `%s`", (line, ending) => {
    expect(
      loadSource({ "v1/types.ts": `${line}\nexport interface A { x: string }`, "v1/b.ts": "export interface B {}" })
        .universe.packages.v1?.importEnding,
    ).toBe(ending);
  });
});

describe("modules", () => {
  const acme = {
    "node_modules/@acme/things/package.json": '{ "name": "@acme/things", "types": "dist/index.d.ts" }',
    "node_modules/@acme/things/dist/index.d.ts":
      'export * from "./more.js";\nexport { Thing as Item } from "./thing.js";\nexport declare const Zero: number;',
    "node_modules/@acme/things/dist/more.d.ts": "export declare function DeepCopy_Thing(input: object): object;",
    "node_modules/@acme/things/dist/thing.d.ts": "export interface Thing { anything(): void }",
  };

  test("a type of another npm package is opaque; the functions and constants of the package are known by name", () => {
    const { fields, shape, universe, problems } = loadSource({
      ...acme,
      "v1/types.ts": 'import type { Item } from "@acme/things";\nexport interface A { i: Item }',
    });
    expect(problems).toEqual([]);
    expect(fields("A")).toEqual(["i: @acme/things#Item"]);
    expect(shape("Item", "@acme/things")).toEqual({ kind: "opaque" });
    const pkg = universe.packages["@acme/things"];
    expect([pkg?.kind, pkg?.functions.map(({ name }) => name), pkg?.constants.map(({ name }) => name)]).toEqual([
      "module",
      ["DeepCopy_Thing"],
      ["Zero"],
    ]);
  });

  test.each([
    {
      name: "a pattern of exports",
      manifest: '{ "name": "things", "exports": { "./*": { "types": "./types/*.d.ts" } } }',
      declarations: "things/types/v1.d.ts",
    },
    {
      name: "typesVersions",
      manifest: '{ "name": "things", "typesVersions": { "*": { "*": ["types/*"] } } }',
      declarations: "things/types/v1.d.ts",
    },
    {
      name: "a package with declarations of a package without any",
      manifest: '{ "name": "things", "exports": { "./v1": "./v1.js" } }',
      declarations: "@types/things/v1.d.ts",
    },
    {
      name: "a workspace package that is not built",
      manifest: '{ "name": "things", "exports": { "./v1": { "types": "./dist/v1.d.ts" } } }',
      declarations: "things/v1.ts",
    },
  ])("the exports of a package are known by $name", ({ manifest, declarations }) => {
    const { problems } = loadSource({
      "node_modules/things/package.json": manifest,
      "node_modules/things/v1.js": "",
      "node_modules/@types/things/package.json": '{ "name": "@types/things" }',
      [`node_modules/${declarations}`]: "export interface Item { anything(): void }",
      "v1/types.ts": 'import type { Item, Itm } from "things/v1";\nexport interface A {\n  a: Item;\n  b: Itm;\n}',
    });
    expect(problems).toEqual(["v1/types.ts:4:6 load/unresolved-import"]);
  });

  test("a module that only signatures name is not read", () => {
    const { universe } = loadSource({
      ...acme,
      "v1/types.ts": 'import type { Item } from "@acme/things";\nexport function f(): Item { throw new Error(); }',
    });
    expect(universe.packages["@acme/things"]).toMatchObject({
      functions: [],
      types: { Item: { shape: { kind: "opaque" } } },
    });
    expect(universe.packages.v1?.functions).toMatchObject([{ returns: { kind: "ref", to: "@acme/things#Item" } }]);
  });

  test("the runtime's functions are the functions of its entry point for generated code", () => {
    const { universe } = loadSource(
      'import type { ObjectMeta } from "@apimachinery/runtime";\nexport interface A { metadata: ObjectMeta }',
    );
    const runtime = universe.packages["@apimachinery/runtime"];
    expect(runtime?.functions.map(({ name, file }) => [name, file])).toEqual([
      ["DeepCopy_ObjectMeta", "@apimachinery/runtime/codegen/v1"],
      ["deepCopyJSON", "@apimachinery/runtime/codegen/v1"],
    ]);
  });

  test("inside the runtime, its own aliases are the scalars", () => {
    const { fields, shape } = loadSource(
      {
        "lib/package.json": '{ "name": "@apimachinery/runtime" }',
        "lib/types.ts": "export type int64 = number;\nexport interface TypeMeta { kind: string }",
        "lib/v1/types.ts":
          'import type { TypeMeta, int64 } from "../types.js";\nexport interface A extends TypeMeta { n: int64 }',
      },
      ["lib/v1"],
    );
    expect(fields("A", "lib/v1")).toEqual(["n: int64"]);
    expect(shape("A", "lib/v1")).toMatchObject({ typeMeta: {} });
  });
});

describe("packages", () => {
  test("folders that markers name are read completely", () => {
    const { universe, problems } = loadSource(
      {
        "api/v1/doc.ts": "/** +k8s:conversion-gen=.. */\nexport {};",
        "api/v1/types.ts": "export interface A { /** +default=ref(../../consts.Max) */ n: number }",
        "api/types.ts": "export interface A { n: number }\nexport interface Other { x: string }",
        "consts/index.ts": "export const Max = 3;",
      },
      ["api/v1"],
    );
    expect(problems).toEqual([]);
    expect(Object.values(universe.packages).map(({ id, target, types }) => [id, target, Object.keys(types)])).toEqual([
      ["api", false, ["A", "Other"]],
      ["api/v1", true, ["A"]],
      ["consts", false, []],
    ]);
    expect(universe.packages.consts?.constants).toMatchObject([{ name: "Max", value: 3 }]);
  });

  test("a marker with a folder that does not exist is a problem", () => {
    expect(
      loadSource({ "v1/doc.ts": "/** +k8s:conversion-gen=../hub */\nexport {};", "v1/types.ts": "export {};" })
        .problems,
    ).toEqual(["v1/doc.ts:1:5 load/not-found"]);
  });

  test("a folder in a marker without a leading dot is relative to the root, with or without a leading slash", () => {
    const types = { "g/types.ts": "export interface A {}", "g/v1/types.ts": "export interface A {}" };
    const named = (folder: string) =>
      loadSource({ ...types, "g/v1/doc.ts": `/** +k8s:conversion-gen=${folder} */\nexport {};` }, ["g/v1"]);
    for (const folder of ["..", "g", "/g", "/g/"])
      expect(Object.keys(named(folder).universe.packages), folder).toEqual(["g", "g/v1"]);
    expect(loadSource({ ...types, "g/doc.ts": "/** +k8s:conversion-gen=v1 */\nexport {};" }, ["g"]).hints).toEqual([
      "did you mean ./v1? A path without a leading dot is relative to the root of the project",
    ]);
  });

  test("a target folder that does not exist, or has no files, is a problem", () => {
    expect(loadSource({ "v1/types.ts": "", "empty/readme.md": "" }, ["v2", "empty"]).problems).toEqual([
      "empty:1:1 load/no-package",
      "v2:1:1 load/not-found",
    ]);
  });

  test("tests, declarations and generated files are not read", () => {
    const { universe } = loadSource({
      "v1/types.ts": "",
      "v1/a.test.ts": "x",
      "v1/b.spec.ts": "",
      "v1/c.d.ts": "",
      "v1/zz_generated.deepcopy.ts": "",
      "v1/notes.md": "",
    });
    expect(universe.packages.v1?.files).toEqual(["v1/types.ts"]);
  });

  test("folders of types are found below a path", () => {
    const files = memoryFileSystem({
      "apis/g/types.ts": "",
      "apis/g/v1/doc.ts": "",
      "apis/g/v2/kinds.ts": "/** @file\n * +groupName=g\n */\nexport {};",
      "apis/lib/help.ts": "export {};",
      "apis/node_modules/x/types.ts": "",
      "apis/dist/types.ts": "",
      "apis/.cache/types.ts": "",
    });
    expect(findPackages("/p", ["apis", "apis/g/"], files)).toEqual({
      packages: ["apis/g", "apis/g/v1", "apis/g/v2"],
      problems: [],
    });
    expect(
      findPackages("/p", ["apis/lib", "api"], files).problems.map(({ code, message, hint }) => [code, message, hint]),
    ).toEqual([
      ["load/no-package", "apis/lib has no API types", expect.stringContaining("types.ts")],
      ["load/not-found", "the folder api does not exist", "did you mean apis?"],
    ]);
  });

  test("a folder that cannot be read is reported", () => {
    const files = memoryFileSystem({ "apis/a/types.ts": "", "apis/b/types.ts": "" });
    const refusing = (refused: string) => ({
      ...files,
      list: (path: string) => (path === refused ? undefined : files.list(path)),
    });
    const found = (refused: string) =>
      findPackages("/p", ["apis"], refusing(refused)).problems.map((problem) => formatProblem(problem));
    expect(found("apis/b")).toEqual([
      "apis/b:1:1 warning load/unreadable: the folder apis/b cannot be read, so its types are missing\n    allow codegen to read it: chmod u+rx apis/b",
    ]);
    expect(found("apis")).toEqual([
      "apis:1:1 error load/unreadable: the folder apis cannot be read, so its types are missing\n    allow codegen to read it: chmod u+rx apis",
    ]);
  });

  test("a link to a folder of types is reported, and followed if it is named; a link upwards is ignored", () => {
    const root = temporaryFolder({
      "apis/a/types.ts": "export {};\n",
      "shared/b/types.ts": "export {};\n",
      "shared/c/note.txt": "",
    });
    symlinkSync("../shared/b", join(root, "apis/b"));
    symlinkSync("../shared/c", join(root, "apis/c"));
    symlinkSync("..", join(root, "apis/up"));
    const found = findPackages(root, ["apis"]);
    expect(found.packages).toEqual(["apis/a"]);
    expect(found.problems.map((problem) => formatProblem(problem))).toEqual([
      "apis/b:1:1 warning load/symbolic-link: apis/b is a symbolic link to a folder of API types, which codegen does not follow\n    to include the folder, name it too: codegen apis apis/b",
    ]);
    expect(findPackages(root, ["apis", "apis/b"])).toEqual({ packages: ["apis/a", "apis/b"], problems: [] });
  });

  test("a types.d.ts without a types.ts is reported; a types.d.ts that the compiler wrote beside it is not", () => {
    const files = {
      "apis/a/doc.ts": "",
      "apis/a/types.d.ts": "",
      "apis/b/types.ts": "",
      "apis/b/types.d.ts": "",
      "apis/b/env.d.ts": "",
    };
    expect(
      findPackages("", ["apis"], memoryFileSystem(files)).problems.map((problem) => formatProblem(problem)),
    ).toEqual([
      "apis/a/types.d.ts:1:1 warning load/declaration-file: apis/a/types.d.ts is a declaration file, but codegen reads API types only from source files\n    mv apis/a/types.d.ts apis/a/types.ts",
    ]);
  });

  test("the root can be a package, with the name of its folder", () => {
    const { universe, problems } = loadSource({ "types.ts": "export interface A { a: { b: string } }" }, ["."]);
    expect(problems).toEqual([]);
    expect(universe.packages["."]).toMatchObject({ name: "project", files: ["types.ts"], types: { A: { id: ".#A" } } });
  });

  test("the order of targets and of files has no effect, and the model is frozen", () => {
    const files = {
      "a/types.ts": "export interface A { x: string }",
      "b/types.ts":
        'import type { A } from "../a/types.js";\nexport interface B { a: A; b: Box<A> }\nexport interface Box<T> { t: T }',
    };
    const forwards = loadSource(files, ["a", "b"]).universe;
    const backwards = loadSource(Object.fromEntries(Object.entries(files).reverse()), ["b", "a", "b"]).universe;
    expect(serialise(backwards)).toBe(serialise(forwards));
    expect(Object.isFrozen(forwards.packages.a?.types.A?.shape)).toBe(true);
  });
});
