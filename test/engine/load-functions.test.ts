import { describe, expect, test } from "vitest";
import { loadSource, short } from "./load-source.js";

const runtime =
  'import type { ConversionScope } from "@apimachinery/runtime";\nimport type * as hub from "../types.js";\nimport type { A } from "./types.js";\n';

const functions = (source: string) => {
  const { universe, problems } = loadSource({
    "types.ts": "export interface A { a: string }",
    "v1/types.ts": "export interface A { a: string; b: number }",
    "v1/functions.ts": runtime + source,
  });
  expect(problems).toEqual([]);
  return universe.packages.v1?.functions ?? [];
};

const constants = (source: string) => loadSource(source).universe.packages.v1?.constants ?? [];

test("parameters and results are types of the model", () => {
  const [fn] = functions(
    "export function Convert_v1_A_To_hub_A(input: A, scope: ConversionScope): hub.A { return input; }",
  );
  expect(fn).toMatchObject({
    name: "Convert_v1_A_To_hub_A",
    exported: true,
    form: "declaration",
    file: "v1/functions.ts",
    position: { line: 4, column: 17 },
    returnText: "hub.A",
  });
  expect(
    fn?.parameters.map(({ name, type, text }) => [name, type === undefined ? undefined : short(type), text]),
  ).toEqual([
    ["input", "v1#A", "A"],
    ["scope", "@apimachinery/runtime#ConversionScope", "ConversionScope"],
  ]);
  expect(fn?.returns).toEqual({ kind: "ref", to: ".#A" });
});

test("a type outside of the model is stored as text", () => {
  const [fn] = functions("export function f(a: Date, b: { x: string }, c: (x: A) => void): void {}");
  expect(fn?.returns).toBeUndefined();
  expect(fn?.returnText).toBe("void");
  expect(fn?.parameters.map(({ type, text }) => [type, text])).toEqual([
    [undefined, "Date"],
    [undefined, "{ x: string }"],
    [undefined, "(x: A) => void"],
  ]);
});

test("constants with function values, and functions that are not exported, are functions", () => {
  const found = functions(
    "export const f = (obj: A): void => {};\nfunction g(obj: A): void {}\nexport { g as h };\nexport const k = function (a: string): string { return a; };",
  );
  expect(found.map(({ name, form, exported }) => [name, form, exported])).toEqual([
    ["g", "declaration", false],
    ["f", "constant", true],
    ["k", "constant", true],
  ]);
});

test("an overloaded function is one function", () => {
  expect(
    functions(
      "export function f(a: string): string;\nexport function f(a: A): A;\nexport function f(a: unknown): unknown { return a; }",
    ),
  ).toHaveLength(1);
});

test("functions have markers", () => {
  expect(functions("/** +k8s:conversion-fn=drop */\nexport function f(a: A): void {}")[0]?.markers).toMatchObject([
    { name: "k8s:conversion-fn", value: "drop" },
  ]);
});

describe("the fields of the first parameter that a function mentions", () => {
  test.each([
    ["return input.a.b + input.c;", ["a", "c"]],
    ['return input["a-b"];', ["a-b"]],
    ["const { a, b: c } = input;", ["a", "b"]],
    ["const { a, ...rest } = input;", ["*", "a"]],
    ["return { ...input };", ["*"]],
    ["return other(input);", ["*"]],
    ["return { input };", ["*"]],
    ["input.a = 1; input!.b?.c; (input as A).d;", ["a", "b", "d"]],
    ["return x.input + other.a({ input: 1 });", []],
    ["for (const key of list) input[key];", ["*"]],
  ])("%s", (body, mentions) => {
    expect(functions(`export function f(input: any) { ${body} }`)[0]?.mentions).toEqual(mentions);
  });

  test("a destructured parameter mentions its fields", () => {
    expect(functions("export function f({ a, b: { c } }: A) {}")[0]?.mentions).toEqual(["a", "b"]);
  });
});

test("the identifiers of a body are its uses, and names of properties are not", () => {
  expect(
    functions("export function f(input: A) { const out = g(input.a, { key: h }); return out.x; }")[0]?.uses,
  ).toEqual(["g", "h", "input", "out"]);
});

test("exported constants have their values", () => {
  const found = constants(
    'export const A = "a";\nexport const B: string = "b";\nexport const C = { x: [1, -2, null, true] } as const;\nexport const D = f();\nconst E = 1;',
  );
  expect(found.map(({ name, value, type }) => [name, value, type])).toEqual([
    ["A", "a", undefined],
    ["B", "b", { kind: "scalar", name: "string" }],
    ["C", { x: [1, -2, null, true] }, undefined],
    ["D", undefined, undefined],
  ]);
});
