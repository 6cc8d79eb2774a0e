import { rmSync } from "node:fs";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { OpenAPIDefinitions, ReferenceCallback } from "../../runtime/openapi/definition.js";
import { violatingObjects } from "../../runtime/testing/rules/violations.js";
import type { TypeSchema } from "../../runtime/schema/schema.js";
import { workFolder } from "../golden/cases.js";
import { importGolden } from "./golden-module.js";
import { errorListOf, importValidation } from "./validation-rows.js";

afterAll(() => {
  rmSync(`${workFolder}-values`, { recursive: true, force: true });
});

const validation = await importValidation("published");
const openapi = await importGolden("validation/published", "apis/shop/v1/zz_generated.openapi.ts");
const fuzz = await importGolden("validation/published", "apis/shop/v1/zz_generated.fuzz.ts");
const schemasOf = await importGolden("validation/published", "apis/shop/v1/zz_generated.schema.ts");

type Values = Readonly<Record<string, unknown>>;

// The assertions are necessary, because the type of a golden module lacks the types of its exports.
const definitions = openapi["GetOpenAPIDefinitions"] as unknown as (ref: ReferenceCallback) => OpenAPIDefinitions;
const schemas = definitions((ref) => `#/definitions/${ref}`);
const name = Object.keys(schemas).find((one) => one.endsWith(".OrderSpec")) ?? "";
const accepts = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: true }).compile({
  $ref: `#/definitions/${name}`,
  definitions: withLimits(schemas),
});
// Assertion: a golden module lacks the types of its exports.
const specs = (fuzz["Fuzz_OrderSpec"] as unknown as () => fc.Arbitrary<Values>)();
// Assertion: a golden module lacks the types of its exports.
const schema = schemasOf["OrderSpecSchema"] as unknown as TypeSchema;

/** The rules that no keyword of a schema can express, or that Kubernetes does not publish. */
const unpublished = ["format: format", "bytes: maxBytes", "other: neq", "each[*]: maxLength", "set: unique"];

const texts = fc.stringMatching(/^[a-e]{0,4}$/);
const numbers = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(0.5, 8.5));

/** Random values of the properties, without regard to their rules. */
const anything: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  count: fc.integer({ min: -2, max: 12 }),
  name: texts,
  items: fc.array(texts, { maxLength: 4 }),
  labels: fc.dictionary(texts, texts, { maxKeys: 4 }),
  ratio: numbers,
  step: fc.integer({ min: -12, max: 12 }),
  code: texts,
  member: texts,
  texts: fc.array(texts, { maxLength: 4 }),
  map: fc.dictionary(texts, texts, { maxKeys: 4 }),
  state: fc.constantFrom("Open", "Done", "", "Other"),
  level: fc.integer({ min: 0, max: 3 }),
  short: texts,
  shorts: fc.array(texts, { maxLength: 4 }),
  parts: fc.array(fc.record({ size: fc.integer({ min: -2, max: 2 }), optional: texts }, { requiredKeys: [] })),
};

test("the published schema accepts exactly the values that validation accepts", () => {
  const isValid = (spec: Values): boolean => errorListOf(validation, "OrderSpec", spec, undefined, create).length === 0;
  const other = fc
    .constantFrom(...Object.keys(anything))
    .chain((property) => fc.tuple(fc.constant(property), anything[property] ?? texts));
  fc.assert(
    fc.property(specs, fc.array(other, { maxLength: 2 }), (spec, changes) => {
      const changed = { ...spec, ...Object.fromEntries(changes) };
      expect(accepts(changed), JSON.stringify(changed)).toBe(isValid(changed));
    }),
    { numRuns: 2000, seed: 1 },
  );
});

test("each violation of a rule is refused by the schema, except of the rules that are not published", () => {
  const accepted = new Set<string>();
  for (const spec of fc.sample(specs, { numRuns: 200, seed: 1 }))
    for (const { rule, object } of violatingObjects(spec, schema).found)
      if (accepts(object)) accepted.add(rule.replace(/ \(.*/, ""));
  expect([...accepted].toSorted()).toEqual(unpublished.toSorted());
});

/**
 * Replaces the boolean keywords `exclusiveMinimum` and `exclusiveMaximum` of OpenAPI 3.0 by limits,
 * which they are in JSON Schema.
 */
function withLimits(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withLimits);
  if (typeof schema !== "object" || schema === null) return schema;
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema as Values;
  const limit = (keyword: string, value: unknown, exclusive: unknown): object => {
    if (value === undefined) return {};
    return { [exclusive === true ? `exclusive${keyword}` : keyword.toLowerCase()]: withLimits(value) };
  };
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withLimits(value)])),
    ...limit("Minimum", minimum, exclusiveMinimum),
    ...limit("Maximum", maximum, exclusiveMaximum),
  };
}

const create = { type: "Create", options: {}, request: { subresources: [] } } as const;
