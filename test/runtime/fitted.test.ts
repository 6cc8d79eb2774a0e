import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fitted } from "../../runtime/testing/index.js";
import type { Rules } from "../../runtime/testing/rules/rule.js";

const small: Rules = [
  { kind: "minimum", limit: 0 },
  { kind: "maximum", limit: 1 },
];

test("an optional number with +omitzero is never 0, although its rules allow it", () => {
  const rules: Rules = [{ kind: "property", property: { name: "replicas", of: "int", optional: true }, rules: small }];
  const values = fc.sample(fitted(fc.record({ replicas: fc.integer({ max: -1 }) }), rules), 50);
  const replicas = values.map((value) => ("replicas" in value ? value.replicas : "absent"));
  expect([...new Set(replicas)].sort()).toEqual([1, "absent"]);
});

test("an optional number without +omitzero can be 0", () => {
  const property = { name: "replicas", of: "int", optional: true, pointer: true } as const;
  const rules: Rules = [{ kind: "property", property, rules: small }];
  const values = fc.sample(fitted(fc.record({ replicas: fc.integer({ max: -1 }) }), rules), 50);
  expect([...new Set(values.map(({ replicas }) => replicas))].sort()).toEqual([0, 1]);
});
