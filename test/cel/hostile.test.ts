import { describe, expect, test } from "vitest";
import { compileRule, ruleCosts, validateRules, type CELRuleSchema } from "../../runtime/cel/index.js";
import { expectLinearTime } from "../runtime/linear-time.js";
import { hostile } from "./hostile-expressions.js";

/** @file Rules that are deep, long or have huge constants end with an error or within their limits. */

const schema: CELRuleSchema = {
  type: "object",
  properties: {
    a: { type: "string", maxLength: 100 },
    b: { type: "integer" },
    list: { type: "array", items: { type: "string" } },
  },
};
const self = { a: "a".repeat(100), b: 1, list: ["a", "b"] };
const limit = 1_000_000n;

/** Rules that are right, and as large or as expensive as the limits of expressions permit. */
const large: readonly string[] = [
  `'${"x".repeat(99_000)}' != self.a`,
  `[${"1,".repeat(40_000)}1].size() > self.b`,
  `{${Array.from({ length: 10_000 }, (_, key) => `${String(key)}:1`).join()}}.size() > self.b`,
  `'${"(a*)*".repeat(2000)}'.matches(self.a)`,
  `self.a.matches('(${"a?".repeat(900)}){1}${"a".repeat(900)}')`,
  `self.a.matches('(a{1000}){1000}')`,
  `self.a.replace('a', '${"y".repeat(90_000)}').size() > self.b`,
  `'%s'.format(['${"z".repeat(90_000)}']).size() > self.b`,
  `quantity('1${"0".repeat(90_000)}').isInteger()`,
  `${"(".repeat(80)}self.b${")".repeat(80)} == 1`,
  `self.list.all(a, ${"self.list.all(b, ".repeat(60)}a == self.a${")".repeat(60)})`,
  `self.a${".replace('a', 'aaaaaaaaaa')".repeat(30)}.size() > 1`,
];

describe("a hostile rule ends with an error, or within the limit of its cost", () => {
  test.each([
    ...hostile.map((rule, at) => [`listed ${String(at)}`, rule]),
    ...large.map((rule) => [rule.slice(0, 40), rule]),
  ])("%s", (_title, rule) => {
    const compiled = compileRule({ rule }, schema);
    if (compiled.error !== undefined) {
      // At most 100 faults are printed, each with its line and a caret.
      expect(compiled.error.detail.length).toBeLessThan(100 * (300 + 3 * rule.length));
      return;
    }
    const result = compiled.evaluate(self, undefined, limit);
    // The step that exceeds the limit is counted, too.
    if (result.cost > limit) expect(result).toHaveProperty("error");
    const root = { ...schema, "x-kubernetes-validations": [{ rule }] };
    expect(ruleCosts(root)).toHaveLength(1);
    expect(validateRules(root, self).remaining).toBeLessThanOrEqual(10_000_000n);
  });
});

describe("the time of compilation grows linearly", () => {
  test.each([
    ["the length of a string", (size: number) => `self.a != '${"x".repeat(size)}'`],
    ["the number of items", (size: number) => `[${"1,".repeat(size / 2)}1].size() > self.b`],
    ["the number of operators", (size: number) => `self.b > 0${" && self.b > 1".repeat(size / 500)}`],
  ] as const)("with %s", (_title, ruleOf) => {
    expectLinearTime(20_000, (size) => compileRule({ rule: ruleOf(size) }, schema));
  });
});

test("the schema around a rule can be deep and wide", () => {
  let deep: CELRuleSchema = { type: "string", "x-kubernetes-validations": [{ rule: "self != 'a'" }] };
  for (let level = 0; level < 500; level++) deep = { type: "object", properties: { a: deep } };
  expect(ruleCosts(deep)).toHaveLength(1);
  const names = Array.from({ length: 5000 }, (_, at) => `p${String(at)}`);
  const wide: CELRuleSchema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    "x-kubernetes-validations": [{ rule: "self.p0 == self.p4999" }],
  };
  expect(validateRules(wide, { p0: "a", p4999: "b" }).errors).toHaveLength(1);
});
