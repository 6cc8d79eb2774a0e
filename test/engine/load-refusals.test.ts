import { describe, expect, test } from "vitest";
import { loadSource } from "./load-source.js";

/**
 * Each row contains the type of a field in an exported interface, the code of the expected problem,
 * and words in the problem's hint.
 */
const refused: readonly (readonly [type: string, code: string, hint: RegExp, before?: string])[] = [
  ["string | null", "load/null", /^make the property optional: a\?: string\nor add \+nullable/],
  ["null", "load/null", /remove the field/],
  ["5n", "load/not-json", /^use a number: 5$/],
  ["Record<string, string | undefined>", "load/undefined", /^write string: /],
  ["int", "load/unresolved-name", /^did you mean int32, from "@apimachinery\/runtime"\?$/],
  ["string | undefined", "load/undefined", /^make the property optional: a\?: string$/],
  ["undefined", "load/undefined", /remove the field/],
  ["void", "load/undefined", /remove the field/],
  ["never", "load/undefined", /remove the field/],
  ['B["x"]', "load/undefined", /NonNullable<B\["x"\]>/, "export interface B { x?: string }\n"],
  ["Mode", "load/enum", /export type Mode = "Fast" \| "b";/, 'export enum Mode { A = "Fast", b = "b" }\n'],
  ["Mode", "load/enum", /export type Mode = 0 \| 5;/, "export enum Mode { X, Y = 5 }\n"],
  ["Mode", "load/enum", /export type Mode = 4 \| "q";/, 'export enum Mode { P = 1 << 2, Q = "q" }\n'],
  ["Mode", "load/enum", /^write a union of its values$/, "export enum Mode { P = size() }\n"],
  ["z.infer<typeof Part>", "load/computed-type", /write the type explicitly/, 'import { z } from "zod";\n'],
  [
    "NS.Q",
    "load/unsupported-type",
    /declare Q outside the namespace/,
    "export namespace NS { export interface Q { x: string } }\n",
  ],
  ["Foo", "load/unsupported-type", /outside that block/, "declare global { interface Foo { x: string } }\n"],
  ["Thing", "load/class", /interface Thing/, "export class Thing {}\n"],
  ["() => void", "load/function", /^remove the field: put behaviour into functions/],
  ["new () => object", "load/function", /^remove the field: put behaviour into functions/],
  ["Date", "load/not-json", /Time/],
  ["Map<string, string>", "load/not-json", /Record/],
  ["Set<string>", "load/not-json", /\+listType=set/],
  ["Uint8Array", "load/not-json", /bytes/],
  ["bigint", "load/not-json", /int64/],
  ["symbol", "load/not-json", /string/],
  ["object", "load/not-json", /RawExtension/],
  ["String", "load/not-json", /string/],
  ["keyof B", "load/computed-type", /write the resulting type explicitly/, "export interface B { b: string }\n"],
  ['{ [K in "a" | "b"]: string }', "load/computed-type", /write the resulting type explicitly/],
  ["string extends string ? string : number", "load/computed-type", /write the resulting type explicitly/],
  ["`v${number}`", "load/computed-type", /write the resulting type explicitly/],
  [
    "(typeof modes)[number]",
    "load/computed-type",
    /^write a union of literals: "a" \| "b"$/,
    'export const modes = ["a", "b"] as const;\n',
  ],
  [
    "(typeof modes)[keyof typeof modes]",
    "load/computed-type",
    /write the resulting type explicitly/,
    "export const modes = { a: 1 } as const;\n",
  ],
  ["typeof modes", "load/computed-type", /literals/, 'export const modes = ["a"] as const;\n'],
  ['import("./other.js").B', "load/computed-type", /import type/],
  ["this", "load/computed-type", /name/],
  ["Record<number, string>", "load/index-key", /string/],
  ["{ [key: number]: string }", "load/index-key", /string/],
  ["{ [key: string]: string; a: string }", "load/index-signature", /Record/],
  ["[string, ...string[]]", "load/tuple", /^use a list: string\[\]$/],
  ["[string, string?]", "load/tuple", /^use a list: string\[\]$/],
  ['"a" | 1', "load/mixed-union", /one type/],
  ['"auto" | number', "load/mixed-union", /one type/],
  ["string | boolean", "load/mixed-union", /unknown/],
  ["string | string[]", "load/mixed-union", /unknown/],
  ["string | B", "load/mixed-union", /different literals for one property/, "export interface B { b: string }\n"],
  [
    "B | C",
    "load/no-discriminator",
    /type: "A"/,
    "export interface B { b: string }\nexport interface C { c: string }\n",
  ],
  ["Readonly<B>", "load/readonly", /Readonly/, "export interface B { b: string }\n"],
  ["Strin", "load/unresolved-name", /declare or import/],
  ["Colour", "load/unresolved-name", /Color/, "export type Color = string;\n"],
  ["int32", "load/unresolved-name", /import type \{ int32 \}/],
  ["Local", "load/not-exported", /export it/, "interface Local { x: string }\n"],
  ["Box<{ x: string }>", "load/unnamed-argument", /interface/, "export interface Box<T> { item: T }\n"],
  ["Box", "load/missing-argument", /.*/, "export interface Box<T> { item: T }\n"],
  ["Exclude<B, string>", "load/not-json", /union/, "export type B = string;\n"],
  ["string & number", "load/not-an-object", /.*/],
  ['Pick<B, "x">', "load/unresolved-name", /.*/, "export interface B { b: string }\n"],
];

test("a marker is checked beside a field with an unsupported type", () => {
  const { problems } = loadSource(
    `export interface A {\n  /** +k8s:conversion-gen:renam=b */\n  a: Date;\n  /** +optinal */\n  b: string;\n}`,
  );
  expect(problems.map((problem) => problem.replace(/:\d+ /, " "))).toEqual([
    "v1/types.ts:2 markers/unknown",
    "v1/types.ts:3 load/not-json",
    "v1/types.ts:4 markers/near-miss",
  ]);
});

describe("types that API types cannot use", () => {
  for (const [type, code, hint, before = ""] of refused) {
    test(`${type} is ${code}`, () => {
      const { problems, hints } = loadSource(`${before}export interface A {\n  a: ${type};\n}`);
      const line = before.split("\n").length + 1;
      expect(problems.map((problem) => problem.replace(/:\d+ /, " "))).toEqual([`v1/types.ts:${line} ${code}`]);
      expect(hints[0] ?? "").toMatch(hint);
    });
  }
});

test.each([
  ["m(): void", "load/function"],
  ["(): void", "load/function"],
  ["get x(): string", "load/accessor"],
  ["readonly x: string", "load/readonly"],
  ["[Symbol.iterator]: string", "load/computed-name"],
  ["x", "load/missing-type"],
  ["x: string; x: number", "load/duplicate-field"],
  ["[key: string]: string; y: string", "load/index-signature"],
])("an interface with `%s` is %s", (member, code) => {
  expect(loadSource(`export interface A { ${member} }`).problems.map((problem) => problem.split(" ")[1])).toEqual([
    code,
  ]);
});

describe("declarations", () => {
  test("a name that two files of a folder declare is a problem", () => {
    const { problems, messages } = loadSource({
      "v1/a.ts": "export interface A { a: string }",
      "v1/b.ts": "\nexport type A = string;",
    });
    expect(problems).toEqual(["v1/b.ts:2:13 load/duplicate-type"]);
    expect(messages[0]).toContain("v1/a.ts");
  });

  test("an alias of itself, over any number of steps, is a problem", () => {
    expect(loadSource("export type A = B;\nexport type B = C;\nexport type C = A;").problems).toEqual([
      "v1/types.ts:1:13 load/cycle",
      "v1/types.ts:2:13 load/cycle",
      "v1/types.ts:3:13 load/cycle",
    ]);
    expect(loadSource("export type A = A | string;").problems).toEqual(["v1/types.ts:1:17 load/cycle"]);
    expect(loadSource("export type A = A & { a: string };").problems).toEqual(["v1/types.ts:1:17 load/cycle"]);
    expect(loadSource("export interface A extends B {}\nexport interface B extends A {}").problems).toEqual([
      "v1/types.ts:2:28 load/cycle",
    ]);
  });

  test("a type with a problem causes no further problems in the types that use it", () => {
    const source =
      "export interface A {\n  a: Date;\n}\nexport interface B { t: 'b' }\nexport interface C extends A { u?: A | B; p?: Partial<A> }\nexport type D = A;\nexport type E = D & { x: string };";
    expect(loadSource(source).problems).toEqual(["v1/types.ts:2:6 load/not-json"]);
    expect(loadSource("export type A = Record<A, string>;").problems).toEqual(["v1/types.ts:1:24 load/cycle"]);
  });

  test("a required field that contains its own type is infinite", () => {
    const { problems, hints } = loadSource(
      "export interface A { a: A }\nexport interface B { c: C }\nexport interface C { b: B; ok?: C; list: C[] }",
    );
    expect(problems).toEqual([
      "v1/types.ts:1:22 load/required-recursion",
      "v1/types.ts:2:22 load/required-recursion",
      "v1/types.ts:3:22 load/required-recursion",
    ]);
    expect(hints[0]).toBe("make the property optional: a?");
  });

  test("a union is finite if one of its members is finite", () => {
    expect(
      loadSource(
        'export type E = L | N;\nexport interface L { t: "l" }\nexport interface N { t: "n"; left: E; right: E }',
      ).problems,
    ).toEqual([]);
  });

  test("types that are neither exported nor used are not checked", () => {
    const { problems, universe } = loadSource(
      "type F = () => void;\nclass C {}\ninterface Deps { now(): Date }\ninterface Plain { x: string }\nexport interface A { a: string }",
    );
    expect(problems).toEqual([]);
    expect(Object.keys(universe.packages.v1?.types ?? {})).toEqual(["Plain", "A"]);
  });

  test("a syntax error has a position", () => {
    expect(loadSource("export interface A { a: }").problems).toEqual(["v1/types.ts:1:25 load/syntax"]);
  });

  test("a base type of which only the name is known is a problem", () => {
    expect(
      loadSource(
        'import type { ObjectMeta } from "@apimachinery/runtime";\nexport interface A extends ObjectMeta { a: string }',
      ).problems,
    ).toEqual(["v1/types.ts:2:28 load/opaque-base"]);
  });

  test("a generated type name that is already used is a problem", () => {
    expect(loadSource("export interface A { b: { x: string } }\nexport interface A_b { y: string }").problems).toEqual([
      "v1/types.ts:1:25 load/name-taken",
    ]);
    const boxes = {
      "v1/types.ts":
        'import type * as hub from "../hub/types.js";\nexport interface Box<T> { t: T }\nexport interface Part {}\nexport interface A { a: Box<Part>; b: Box<hub.Part> }',
      "hub/types.ts": "export interface Part {}",
    };
    expect(loadSource(boxes).problems).toEqual(["v1/types.ts:4:39 load/name-taken"]);
  });

  test("a default export is a problem, because generated code cannot import it by a name", () => {
    expect(loadSource("export default interface B { b: string }\nexport interface A { b: B }").problems).toEqual([
      "v1/types.ts:2:25 load/not-exported",
    ]);
  });

  test("all problems of a type are reported together", () => {
    expect(loadSource("export interface A {\n  a: Date;\n  b: null;\n  c: { d: bigint };\n}").problems).toEqual([
      "v1/types.ts:2:6 load/not-json",
      "v1/types.ts:3:6 load/null",
      "v1/types.ts:4:11 load/not-json",
    ]);
  });
});
