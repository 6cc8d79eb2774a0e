import { deepStrictEqual } from "node:assert/strict";
import type { JSONObject, TypeSchema } from "@apimachinery/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decoders } from "../../runtime/decode/compile.js";
import { evaluator } from "../../runtime/source/evaluate.js";
import { newRun } from "../../runtime/decode/run.js";
import { isSurelyPlain, scanString } from "../../runtime/json/scan.js";
import { SpecSchema, ThingSchema, zeroSpec } from "./thing.js";

const fromSource = decoders(evaluator());
const fromClosures = decoders(undefined);

function outcomes(schema: TypeSchema, text: string): unknown[] {
  return [fromSource, fromClosures].map((decoderOf) => {
    const run = newRun();
    const value = decoderOf(schema, false)(JSON.parse(text), run);
    // A run that failed has no specified value, so only the failure is compared.
    return run.failed ? { failed: true } : { value, text: JSON.stringify(value), run };
  });
}

const names = [...Object.keys(zeroSpec), "opt"];
const leaf = fc.oneof(
  fc.constantFrom(null, true, 0, 1, -1, 300, 1.5, 2 ** 40, "", "a", "1Gi", "2020-01-02T03:04:05Z", "90m", "AAAA"),
  fc.jsonValue({ maxDepth: 2 }),
);
const nested = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie("any"), { maxLength: 3 }), tie("object")),
  object: fc.dictionary(fc.constantFrom(...names, "name", "n", "__proto__", "constructor", "other"), tie("any"), {
    maxKeys: 6,
  }),
}));

test("this platform has both back ends", () => {
  expect(evaluator()).toBeDefined();
});

test("both back ends decode every document alike", () => {
  fc.assert(
    fc.property(nested.object, (spec) => {
      const [source, closures] = outcomes(ThingSchema, JSON.stringify({ spec }));
      deepStrictEqual(source, closures);
    }),
    { numRuns: 2000 },
  );
});

test("both back ends keep unknown fields alike", () => {
  const kept = { name: "v1.Kept", fields: { spec: { type: "ref", to: () => SpecSchema, preserveUnknown: true } } };
  fc.assert(
    fc.property(nested.object, (spec) => {
      const [source, closures] = outcomes(kept, JSON.stringify({ spec }));
      deepStrictEqual(source, closures);
    }),
    { numRuns: 2000 },
  );
});

test("both back ends decode any value of any field alike", () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), nested.any, (name, value) => {
      const [source, closures] = outcomes(ThingSchema, JSON.stringify({ spec: { [name]: value } }));
      deepStrictEqual(source, closures);
    }),
    { numRuns: 5000 },
  );
});

describe("names of fields are data, never code", () => {
  const hostile = [
    '"',
    "'",
    "`",
    "\\",
    "\n",
    "\u2028",
    "${x}",
    '"] = evil(); target["',
    "*/ evil() /*",
    "__proto__",
    "constructor",
    "0",
    "",
    "\ud800",
  ];

  test.each(hostile)("%j", (name) => {
    for (const optional of [{}, { optional: true as const }]) {
      const schema = { name: "v1.Odd", fields: { [name]: { type: "string" as const, ...optional } } };
      const text = `{${JSON.stringify(name)}:"x"}`;
      const [source, closures] = outcomes(schema, text) as { value: JSONObject }[];
      deepStrictEqual(source, closures);
      expect(Object.entries(source?.value ?? {})).toEqual([[name, "x"]]);
      expect(Object.getPrototypeOf(source?.value)).toBe(Object.prototype);
    }
  });

  test.each(hostile)("the API group %j is decoded", (group) => {
    const fields = { kind: { type: "string" }, apiVersion: { type: "string" } };
    const schema = { name: "v1.Odd", gvk: { group, version: "v1", kind: group }, fields };
    const [source, closures] = outcomes(schema, "{}");
    deepStrictEqual(source, closures);
    expect(source).toMatchObject({ value: { kind: group } });
  });
});

describe("the quick check of a document never accepts one that needs the slow check", () => {
  const print = (value: unknown, space: number) => JSON.stringify(value, undefined, space);
  test("keys", () => {
    const strings = fc.oneof(fc.string(), fc.constantFrom('":', '"', ":", " :", '\\":', "a:1.0", "\\"));
    const json = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, strings, fc.double(), fc.array(tie("any")), fc.dictionary(strings, tie("any"))),
    })).any;
    fc.assert(
      fc.property(json, fc.nat(2), fc.integer({ min: -3, max: 0 }), (value, space, missing) => {
        const text = print(value, space);
        const { keys } = scanString(text);
        expect(isSurelyPlain(text, keys + missing) && missing !== 0).toBe(false);
      }),
    );
  });

  test.each([
    ['{"a":1}', true],
    ['{"a": -10 , "b":[{"c":""}]}', true],
    ['{"a":1.5,"b":10.05,"c":-0.1}', true],
    ['{"a":1.0}', false],
    ['{"a": 10.00}', false],
    ['{"a":\n-1.0}', false],
    ['{"a":1e3}', false],
    ['{"a":1.5E3}', false],
    ['{"a" :1}', false],
  ])("%s", (text, plain) => {
    expect(isSurelyPlain(text, scanString(text).keys)).toBe(plain);
  });
});
