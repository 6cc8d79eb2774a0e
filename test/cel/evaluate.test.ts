import { describe, expect, test } from "vitest";
import {
  CELBytes,
  CELDuration,
  CELOptional,
  CELTimestamp,
  type CELType,
  CELUint,
  compileRule,
  evaluateExpression,
  type CELInput,
} from "../../runtime/cel/index.js";
import { operators } from "../../runtime/cel/functions/operators.js";
import * as functionTables from "./function-tables.js";
import { object, rules, schema } from "./twenty-rules.js";

function valueOf(expression: string, variables?: Readonly<Record<string, CELInput>>): unknown {
  const result = evaluateExpression(expression, variables);
  return result.error === undefined ? result.value : result.error;
}

test("every overload has an implementation", () => {
  /** The planner has these functions itself. */
  const planned = /^(?:_(?:&&|\|\||\?_:|==|!=|\[|\[\?|\?\.)_.*|or|orValue)$/;
  const { overloadsOf, ...tables } = functionTables;
  const missing = overloadsOf(...Object.values(tables)).filter(
    ({ run, name }) => run === undefined && !Object.hasOwn(operators, name) && !planned.test(name),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});

describe("a compiled rule", () => {
  for (const [rule, cost] of rules)
    test(`has the cost of cel-go: ${rule}`, () => {
      expect(compileRule({ rule }, schema).evaluate(object, object)).toEqual({ passes: true, cost });
    });

  test("reports an error of its evaluation, and the cost until it occurs", () => {
    const rule = compileRule({ rule: "self.issuer == 'ca'" }, schema);
    expect(rule.evaluate(object)).toEqual({ error: "no such key: issuer", cost: 3n });
  });

  test("ends when the budget is exceeded", () => {
    const rule = compileRule({ rule: "self.backends.all(b, b.weight >= 0 && b.weight <= 100)" }, schema);
    expect(rule.evaluate(object, undefined, 38n)).toEqual({
      error: "operation cancelled: actual cost limit exceeded",
      cost: 39n,
    });
    expect(rule.evaluate(object, undefined, 39n)).toEqual({ passes: true, cost: 39n });
  });

  test("of an update has an old value, which can be an optional", () => {
    const rule = compileRule({ rule: "self.name == oldSelf.name" }, schema);
    expect(rule.usesOldSelf).toBe(true);
    expect(rule.evaluate(object, { name: "db" })).toEqual({ passes: false, cost: 5n });
    const optional = { rule: "!oldSelf.hasValue() || self.name == oldSelf.value().name", optionalOldSelf: true };
    expect(compileRule(optional, schema).evaluate(object)).toMatchObject({ passes: true });
    expect(compileRule(optional, schema).evaluate(object, { name: "db" })).toMatchObject({ passes: false });
  });

  test("compares a number with an empty value for no cost, as cel-go does", () => {
    const costOf = (rule: string) => compileRule({ rule }, schema).evaluate(object).cost;
    expect(["dyn(1) != dyn('')", "dyn(true) != dyn([])", "dyn('') != dyn(1)"].map(costOf)).toEqual([0n, 0n, 0n]);
    expect(["dyn(1) != dyn('a')", "dyn(1) != dyn(null)", "dyn(1) != dyn(true)"].map(costOf)).toEqual([1n, 1n, 1n]);
  });

  test("has the error of kube-apiserver, with its position", () => {
    const errorOf = (rule: Parameters<typeof compileRule>[0]) => compileRule(rule, schema).error;
    expect(errorOf({ rule: "" })).toEqual({ type: "Required", detail: "rule is not specified" });
    expect(errorOf({ rule: "self.name" })?.detail).toBe("cel expression must evaluate to a bool");
    expect(errorOf({ rule: "self.nam == ''" })).toMatchObject({
      type: "Invalid",
      detail: expect.stringMatching(/^compilation failed: ERROR: <input>:1:5: undefined field 'nam'/) as string,
      position: { line: 1, column: 5 },
    });
    expect(errorOf({ rule: "duration(string('x')) == duration('1s')" })?.detail).toBe(
      "program instantiation failed: type conversion error from 'string' to 'google.protobuf.Duration'",
    );
    expect(errorOf({ rule: "true", messageExpression: "1" })?.detail).toBe(
      "messageExpression must evaluate to a string",
    );
    expect(errorOf({ rule: "true", optionalOldSelf: true })?.detail).toBe(
      "may not be set if oldSelf is not used in rule",
    );
    expect(errorOf({ rule: "true", fieldPath: ".missing" })?.detail).toBe("must be a valid path");
    expect(compileRule({ rule: "true" }, {}).error?.type).toBe("InternalError");
  });

  test("computes with integers of 64 bits", () => {
    const rule = compileRule({ rule: "self.replicas + 1 > 9007199254740993" }, schema);
    expect(rule.evaluate({ replicas: 9_007_199_254_740_993n })).toMatchObject({ passes: true });
    expect(rule.evaluate({ replicas: 2n ** 63n - 1n })).toMatchObject({ error: "integer overflow" });
    const compared = compileRule({ rule: "self.replicas == 9007199254740993" }, schema);
    expect(compared.evaluate({ replicas: 9_007_199_254_740_993n })).toMatchObject({ passes: true });
    expect(compared.evaluate({ replicas: 3 })).toMatchObject({ passes: false });
  });
});

describe("an expression", () => {
  test("has JavaScript values, or instances of public classes", () => {
    expect(valueOf("[1, 2].map(x, x * 2)")).toEqual([2n, 4n]);
    expect(valueOf("{'a': 1.5}")).toEqual(new Map([["a", 1.5]]));
    expect(valueOf("1u + 2u")).toEqual(new CELUint(3n));
    expect(valueOf("b'a' + bytes('b')")).toEqual(new CELBytes(Uint8Array.from([97, 98])));
    expect(valueOf("duration('1m30s')")).toEqual(new CELDuration(90_000_000_000n));
    expect(valueOf("timestamp('1970-01-01T00:00:01Z')")).toEqual(new CELTimestamp(1_000_000_000n));
    expect(valueOf("optional.of(1)")).toEqual(new CELOptional(1n));
    expect((valueOf("type(1)") as CELType).name).toBe("int");
  });

  test("takes variables of any JSON value or CEL value", () => {
    expect(valueOf("v.a + v.b[0]", { v: { a: 1, b: [2] } })).toBe(3n);
    expect(valueOf("v[1u]", { v: new Map([[1n, "one"]]) })).toBe("one");
    expect(valueOf("v + duration('1s')", { v: new CELDuration(1n) })).toEqual(new CELDuration(1_000_000_001n));
    expect(valueOf("v.orValue(2)", { v: new CELOptional<CELInput>() })).toBe(2n);
  });

  test("has errors of its syntax, its types and its evaluation", () => {
    expect(valueOf("1 +")).toContain("Syntax error");
    expect(valueOf("missing")).toContain("undeclared reference to 'missing'");
    expect(valueOf("1 / 0")).toBe("division by zero");
    expect(valueOf("dyn('a') + 1")).toBe("no such overload");
    expect(valueOf("v.x", { v: {} })).toBe("no such key: x");
    const unhashable = "internal error: runtime error: hash of unhashable type types.Bytes";
    expect(valueOf("{b'a': 1}")).toBe(unhashable);
    expect(valueOf("v", { v: new Map([[new CELBytes(Uint8Array.of(97)), 1]]) })).toBe(unhashable);
  });

  test("absorbs errors in operators and loops that other terms decide", () => {
    expect(valueOf("1 / 0 > 1 || true")).toBe(true);
    expect(valueOf("false && 1 / 0 > 1")).toBe(false);
    expect(valueOf("[0, 1].exists(x, 1 / x == 1)")).toBe(true);
    expect(valueOf("[0, 1].all(x, 1 / x == 1)")).toBe("division by zero");
  });
});

/** Compares a list that contains another one twice, which contains another one twice, and so on. */
function doubledLists(depth: number, level = 1): string {
  const before = `x${String(level - 1)}`;
  const inner = level === depth ? `x${String(level)} == x${String(level)}` : doubledLists(depth, level + 1);
  const list = level === 1 ? "[1]" : `[${before}, ${before}]`;
  return `optional.of(dyn(${list})).optMap(x${String(level)}, ${inner}).orValue(false)`;
}

describe("the evaluation of a hostile expression is bounded", () => {
  const nested = (count: number, step: string): string => `optional.of([1])${`.optMap(x, ${step})`.repeat(count)}`;
  const cancelled = "operation cancelled: actual cost limit exceeded";
  const long = `[${"1,".repeat(400)}]`;
  for (const [title, expression, expected] of [
    ["loops in loops", `${long}.all(a, ${long}.all(b, ${long}.all(c, a + b + c > 0)))`, cancelled],
    ["macros whose targets are evaluated twice", nested(60, "x"), cancelled],
    ["strings that double", `${nested(9, "x")}.optMap(y, ${long}.map(z, 'a'.replace('a', 'aaaa')))`, undefined],
    ["items that cannot be visited", doubledLists(25), cancelled],
    ["a result that cannot be visited", `[[1]]${".map(x, x + x)".repeat(25)}`, cancelled],
    ["a constant after it", "1 in [1, 2]", true],
  ] as const)
    test(title, () => {
      const value = valueOf(expression);
      if (expected !== undefined) expect(value).toBe(expected);
      else expect(value).toBeDefined();
    });
});
