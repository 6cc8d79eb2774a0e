import * as fc from "fast-check";
import { expect, test } from "vitest";
import { validateRules } from "../../runtime/cel/index.js";
import { validateTypeRules } from "../../runtime/rules/rule-errors.js";
import { Scheme, type Schema, type RuntimeObject } from "../../runtime/index.js";
import type { Rule } from "../../runtime/schema/rule.js";
import { fitted, roundTripLaws } from "../../runtime/testing/index.js";
import { checkCELRules } from "../../runtime/testing/rules/cel-enforcement.js";
import { counted } from "../../runtime/testing/rules/retried.js";

interface Van extends RuntimeObject {
  readonly load: number;
  readonly maxLoad?: number;
  readonly plate: string;
  readonly boxes: readonly { readonly name: string }[];
}

const cel = (rule: string): Rule => ({ kind: "cel", rule });

function vanSchema(rules: readonly Rule[], ofBox: readonly Rule[] = []): Schema<Van> {
  const box: Schema<{ readonly name: string }> = {
    name: "v1.Box",
    fields: { name: { type: "string" } },
    infer: "none",
    rules: ofBox,
  };
  return {
    name: "v1.Van",
    gvk: { group: "garage.example.org", version: "v1", kind: "Van" },
    fields: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      load: { type: "int32" },
      maxLoad: { type: "int32", optional: true },
      plate: { type: "string" },
      boxes: { type: "list", items: { type: "ref", to: () => box } },
    },
    infer: "none",
    rules,
  };
}

const vans = (): fc.Arbitrary<Van> =>
  fc.record(
    {
      apiVersion: fc.constant("garage.example.org/v1"),
      kind: fc.constant("Van"),
      load: fc.nat(),
      maxLoad: fc.nat(),
      plate: fc.string(),
      boxes: fc.array(fc.record({ name: fc.string() }), { maxLength: 3 }),
    },
    { requiredKeys: ["apiVersion", "kind", "load", "plate", "boxes"] },
  );

const createVan = { type: "Create", options: {}, request: { subresources: [] } } as const;
const errorsOf = (schema: Schema<Van>, van: Van, old?: Van) =>
  validateTypeRules(schema, old === undefined ? createVan : { ...createVan, type: "Update" }, undefined, van, old, []);

/** An arbitrary whose values keep the rules of a schema, as a generated fuzzer. */
function kept(schema: Schema<Van>): fc.Arbitrary<Van> {
  return fitted(vans(), schema, { validate: (_op, _path, van) => errorsOf(schema, van) });
}

test("fuzzers keep CEL rules, also those that few random values keep", () => {
  const schema = vanSchema(
    [cel("!has(self.maxLoad) || self.load <= self.maxLoad"), cel("self.plate.matches('^[A-Z]{2}-[0-9]+$')")],
    [cel("self.name.startsWith('box-')")],
  );
  const values = fc.sample(kept(schema), { seed: 1, numRuns: 50 });
  expect(values.flatMap((van) => errorsOf(schema, van))).toEqual([]);
  expect(values.filter(({ maxLoad }) => maxLoad !== undefined).length).toBeGreaterThan(5);
  expect(values.filter(({ boxes }) => boxes.length > 1).length).toBeGreaterThan(5);
  expect(new Set(values.map(({ load }) => load)).size).toBeGreaterThan(10);
  const [shrunk] = fc.check(
    fc.property(kept(schema), ({ load }) => load < 10),
    { seed: 1 },
  ).counterexample ?? [undefined];
  expect(shrunk === undefined ? ["no counterexample"] : errorsOf(schema, shrunk)).toEqual([]);
});

test("a value that is changed until it keeps CEL rules has tuples of the same length", () => {
  interface Tile {
    readonly low: number;
    readonly high: number;
    readonly size: readonly [number, string];
  }
  const schema: Schema<Tile> = {
    name: "v1.Tile",
    fields: {
      low: { type: "int32" },
      high: { type: "int32" },
      size: { type: "tuple", items: [{ type: "int32" }, { type: "string" }] },
    },
    infer: "none",
    rules: [cel("self.low < self.high")],
  };
  const tiles = fitted(fc.record({ low: fc.nat(), high: fc.nat(), size: fc.tuple(fc.nat(), fc.string()) }), schema, {
    validate: (_op, _path, tile) => validateTypeRules(schema, createVan, undefined, tile, undefined, []),
  });
  for (const { low, high, size } of fc.sample(tiles, { seed: 1, numRuns: 200 })) {
    expect(low).toBeLessThan(high);
    expect(size.map((item) => typeof item)).toEqual(["number", "string"]);
  }
});

test("a type whose CEL rules nearly all objects break fails with its errors", () => {
  const schema = vanSchema([cel("self.load * self.load == 1234567 * 7 + self.plate.size()")]);
  expect(() => fc.sample(kept(schema), { seed: 1, numRuns: 1 })).toThrow(
    "100 generated objects of v1.Van in a row break its CEL rules, the last one: <nil>: Invalid value: failed rule: self.load * self.load == 1234567 * 7 + self.plate.size(); write a function Fuzz_Van that generates objects that keep them",
  );
});

test("objects that other objects replace are counted", () => {
  const schema = vanSchema([cel("self.boxes.size() == 3 && self.load > 1000000000")]);
  const { result, tallies } = counted(() => fc.sample(kept(schema), { seed: 1, numRuns: 20 }));
  const tally = tallies.get("v1.Van") ?? { kept: 0, replaced: 0 };
  expect(tally.kept).toBe(result.length);
  expect(tally.replaced).toBeGreaterThan(0);
});

const rules = [
  cel("!has(self.maxLoad) || self.load <= self.maxLoad"),
  cel("self.boxes.size() >= oldSelf.boxes.size()"),
  { ...cel("self.plate != 'stolen'"), message: "no", reason: "FieldValueForbidden", fieldPath: ".plate" } as const,
];
const boxRule = cel("self.name != 'bomb'");

test("each CEL rule is broken by a changed object, and rules that no object breaks are returned", () => {
  const schema = vanSchema([...rules, cel("true || self.load > 0")], [boxRule]);
  const unbroken = checkCELRules(
    kept(schema),
    schema,
    { validate: (_options, van, old) => errorsOf(schema, van, old), evaluate: validateRules },
    1,
  );
  expect(unbroken).toEqual(["the object: true || self.load > 0"]);
});

test.each([...rules, boxRule].map((rule, at) => ({ rule, at })))(
  "validation without the CEL rule $at is reported",
  ({ rule }) => {
    const schema = vanSchema(rules, [boxRule]);
    const weak = vanSchema(
      rules.filter((one) => one !== rule),
      rule === boxRule ? [] : [boxRule],
    );
    const text = rule.kind === "cel" ? rule.rule : "";
    expect(() =>
      checkCELRules(
        kept(schema),
        schema,
        { validate: (_options, van, old) => errorsOf(weak, van, old), evaluate: validateRules },
        1,
      ),
    ).toThrow(`${rule === boxRule ? "boxes[*]" : "the object"}: ${text}: expected its error at `);
  },
);

test("the law about rules reports replaced objects, and rules that were not checked", () => {
  const schema = vanSchema([cel("self.boxes.size() == 3 && self.load > 1000000000"), cel("true || self.load > 0")]);
  const scheme = new Scheme("garage");
  scheme.addKnownTypes({ group: "garage.example.org", version: "v1" }, { schema });
  scheme.addValidationFunc(schema, ["/"], (_op, _path, van, old) => errorsOf(schema, van, old));
  const reports: string[] = [];
  const [law] = roundTripLaws(scheme, [{ schema, fuzz: () => kept(schema), validated: true, validateRules }], {
    seed: 1,
    report: (text) => reports.push(text),
  }).filter(({ name }) => name.endsWith("validation enforces every rule"));
  law?.run();
  expect(reports).toEqual([
    "garage.example.org/v1 Van: validation enforces every rule: these rules were not checked, because no changed object breaks them: the object: true || self.load > 0",
    expect.stringMatching(/: \d+ of \d+ generated objects of v1\.Van broke rules, and were replaced$/) as string,
  ]);
});
