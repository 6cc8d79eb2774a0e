import { describe, expect, test } from "vitest";
import { checkExpression, ruleCosts, type CELRuleSchema, type RuleCost } from "../../runtime/cel/index.js";
import { CostPath } from "../../runtime/cel/cost/path.js";

const text = (maxLength?: number): CELRuleSchema => ({ type: "string", ...(maxLength !== undefined && { maxLength }) });

const rules = (...texts: readonly string[]): CELRuleSchema => ({
  "x-kubernetes-validations": texts.map((rule) => ({ rule })),
});

/** A schema with a rule on each backend. The bounds are those of the names and of the list. */
function backends(rule: string, maxLength?: number, maxItems?: number): CELRuleSchema {
  const items: CELRuleSchema = { type: "object", properties: { name: text(maxLength) }, ...rules(rule) };
  const list: CELRuleSchema = { type: "array", items, ...(maxItems !== undefined && { maxItems }) };
  return { type: "object", properties: { spec: { type: "object", properties: { backends: list } } } };
}

function costOf(schema: CELRuleSchema): RuleCost {
  const [cost] = ruleCosts(schema);
  if (cost === undefined) throw new Error("the schema has no rule");
  return cost;
}

describe("the price of a rule", () => {
  test("is the estimate of one evaluation, multiplied by the number of values", () => {
    expect(costOf(backends("self.name.matches('^[a-z]+$')", 63, 10))).toEqual({
      path: "spec.backends[]",
      rule: "self.name.matches('^[a-z]+$')",
      estimated: 54n,
      places: 10n,
      total: 540n,
      factor: 0.000_054,
      bounds: [],
      advice: [],
    });
  });

  test("without bounds assumes as many values as fit into a request", () => {
    expect(costOf(backends("self.name.matches('^[a-z]+$')"))).toMatchObject({
      estimated: 629_148n,
      places: 1_048_576n,
      total: 659_709_493_248n,
    });
  });

  test("without a limit is the greatest integer of 64 bits", () => {
    const list: CELRuleSchema = { type: "array", items: { type: "object", properties: { name: text() } } };
    const schema: CELRuleSchema = { type: "object", properties: { list } };
    expect(checkExpression("self.list.map(b, b.name).isSorted()", schema)).toMatchObject({
      estimatedCost: 2n ** 64n - 1n,
    });
  });

  test("is 0 for a wrong rule, and for a rule that is not a condition", () => {
    expect(costOf(backends("self.missing"))).toMatchObject({ estimated: 0n, total: 0n, factor: 0 });
    expect(costOf(backends("self.name"))).toMatchObject({ estimated: 0n, total: 0n, factor: 0 });
  });

  test("depends on the version of Kubernetes, whose functions are known", () => {
    const schema = backends("self.name.size() > 1 && semver('1.0.0').major() == 1");
    expect(ruleCosts(schema, { version: "1.32" })).toMatchObject([{ estimated: 0n }]);
    expect(ruleCosts(schema, { version: "1.33" })).toMatchObject([{ estimated: 7n }]);
  });
});

describe("the advice for a rule above the limit", () => {
  test("is the largest bound that is sufficient", () => {
    const rule = "self.name.matches('^[a-z]+$')";
    const { advice } = costOf(backends(rule));
    expect(advice).toEqual(["spec.backends: maxItems 15"]);
    expect(costOf(backends(rule, undefined, 15)).factor).toBeLessThanOrEqual(1);
    expect(costOf(backends(rule, undefined, 16)).factor).toBeGreaterThan(1);
  });

  test("is a common bound if no single one is sufficient", () => {
    const rule = "self.name.matches(self.name) && self.name.contains(self.name)";
    const { advice } = costOf(backends(rule));
    const bound = Number(/maxItems (\d+)/.exec(advice.join())?.[1]);
    expect(advice).toEqual([`spec.backends: maxItems ${bound}`, `spec.backends[].name: maxLength ${bound}`]);
    expect(costOf(backends(rule, bound, bound)).factor).toBeLessThanOrEqual(1);
    expect(costOf(backends(rule, bound + 1, bound + 1)).factor).toBeGreaterThan(1);
  });
});

test("paths share memory as slices of Go do", () => {
  const base = CostPath.of("self").with("items").with("@items");
  const [first, second] = [base.with("name"), base.with("port")];
  expect(first.parts).toEqual(["self", "items", "@items", "port"]);
  expect(second.parts).toEqual(["self", "items", "@items", "port"]);
  expect(first.copyWith("x").parts).toEqual(["self", "items", "@items", "port", "x"]);
});
