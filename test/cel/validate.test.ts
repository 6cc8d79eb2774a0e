import { describe, expect, test } from "vitest";
import { validateRules, type CELRuleSchema } from "../../runtime/cel/index.js";
import { errorText } from "../../runtime/field/index.js";

const backend: CELRuleSchema = {
  type: "object",
  properties: { name: { type: "string" }, weight: { type: "integer" } },
  "x-kubernetes-validations": [
    {
      rule: "self.weight <= 100",
      messageExpression: "'weight of ' + self.name + ' is above 100'",
      fieldPath: ".weight",
    },
    { rule: "self.weight >= oldSelf.weight", message: "weight may not shrink", reason: "FieldValueForbidden" },
  ],
};

const schema: CELRuleSchema = {
  type: "object",
  properties: {
    backends: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: backend,
    },
  },
  "x-kubernetes-validations": [{ rule: "self.metadata.name != 'forbidden'" }],
};

function textsOf(...values: Parameters<typeof validateRules> extends [unknown, ...infer Rest] ? Rest : never) {
  return validateRules(schema, ...values).errors.map(errorText);
}

const named = (...backends: readonly object[]): object => ({ metadata: { name: "web" }, backends });

describe("the rules of a schema", () => {
  test("are evaluated on all parts of an object", () => {
    expect(textsOf({ metadata: { name: "forbidden" }, backends: [] }, undefined, { isRoot: true })).toEqual([
      `<nil>: Invalid value: failed rule: self.metadata.name != 'forbidden'`,
    ]);
    expect(textsOf(named({ name: "a", weight: 101 }), undefined, { isRoot: true })).toEqual([
      `backends[0].weight: Invalid value: weight of a is above 100`,
    ]);
  });

  test("about changes compare items with the same keys", () => {
    const old = named({ name: "a", weight: 5 }, { name: "b", weight: 6 });
    const updated = named({ name: "b", weight: 5 }, { name: "c", weight: 0 });
    expect(textsOf(updated, old, { isRoot: true })).toEqual(["backends[0]: Forbidden: weight may not shrink"]);
  });

  test("do not refuse values that an update does not change, unless ratcheting is off", () => {
    const object = named({ name: "a", weight: 101 });
    expect(textsOf(object, object, { isRoot: true })).toEqual([]);
    expect(textsOf(object, object, { isRoot: true, ratcheting: false })).toHaveLength(1);
  });

  test("share a budget, and end when it is exceeded", () => {
    const object = named({ name: "a", weight: 1 }, { name: "b", weight: 2 });
    const { remaining } = validateRules(schema, object, undefined, { isRoot: true });
    expect(remaining).toBe(10_000_000n - 10n);
    const { errors, remaining: rest } = validateRules(schema, object, undefined, { isRoot: true, budget: 6n });
    expect(rest).toBe(-1n);
    expect(errors.map(errorText)).toEqual([
      `backends[0]: Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run`,
    ]);
  });
});
