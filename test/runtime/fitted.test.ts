import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../../runtime/index.js";
import { fitted } from "../../runtime/testing/index.js";

interface Scale {
  readonly replicas?: number;
}

function scale(facts: { readonly omitZero?: true }): Schema<Scale> {
  const rules = [
    { kind: "minimum", limit: 0 },
    { kind: "maximum", limit: 1 },
  ] as const;
  return { name: "v1.Scale", fields: { replicas: { type: "int32", optional: true, rules, ...facts } } };
}

const negative: fc.Arbitrary<Scale> = fc.record({ replicas: fc.integer({ max: -1 }) });

test("an optional number with +omitzero is never 0, although its rules allow it", () => {
  const values = fc.sample(fitted(negative, scale({ omitZero: true })), 50);
  const replicas = values.map((value) => ("replicas" in value ? value.replicas : "absent"));
  expect([...new Set(replicas)].sort()).toEqual([1, "absent"]);
});

test("an optional number without +omitzero can be 0", () => {
  const values = fc.sample(fitted(negative, scale({})), 50);
  expect([...new Set(values.map(({ replicas }) => replicas))].sort()).toEqual([0, 1]);
});
