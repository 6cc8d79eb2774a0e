import { describe, expect, test } from "vitest";
import { evaluatePrinted, type CELFunction, type MakeFunction } from "../../runtime/cel/printed/evaluate.js";
import type { Evaluated } from "../../runtime/cel/evaluate/program.js";
import { EvaluationError, type JSONInput } from "../../runtime/cel/values/value.js";
import { printExpression } from "../../runtime/cel/print/index.js";
import { Random } from "../fuzz/random.js";
import { sizeOf } from "../sizes.js";
import { caseOf, evaluationsOf, recordedCases, validated, type Step } from "./evaluation/cases.js";
import { randomValue, schema as randomSchema } from "./evaluation/schema.js";
import { valueText } from "./value-text.js";
import { printedFunction, printedRules } from "./printed.js";
import { randomCall } from "./random-calls.js";
import { specTests } from "./spec-tests.js";
import { object, rules, schema } from "./twenty-rules.js";

const cases = sizeOf("PRINTED_CASES");

/** How many expressions were evaluated by printed functions, and by closures. */
interface Counts {
  printed: number;
  closures: number;
}

/**
 * Compares the values and costs of printed functions with those of closures, which other tests
 * compare with Go. Where closures have an error or exceed the limit, printed functions have no
 * result, so that closures give it.
 */
function compare(steps: readonly Step[], counts: Counts): void {
  for (const { step, self, oldSelf, closure } of evaluationsOf({ steps })) {
    const run = printedFunction(step.expression, step.schema, step);
    const found = evaluated(run, self, oldSelf);
    if (found === undefined) counts.closures++;
    else {
      counts.printed++;
      const { value, cost } = closure(1_000_000);
      expect(value, step.expression).not.toBeInstanceOf(EvaluationError);
      expect({ ...step, value: valueText(found.value), cost: found.cost }).toEqual({
        ...step,
        value: valueText(value),
        cost,
      });
    }
  }
}

/** Returns the value and the cost; undefined if closures have to evaluate the expression. */
function evaluated(run: CELFunction | undefined, self: JSONInput, oldSelf?: JSONInput): Evaluated | undefined {
  const meter = { cost: 0 };
  const value = run && evaluatePrinted(run, meter, self, oldSelf);
  return value === undefined ? undefined : { value, cost: meter.cost };
}

function stepOf(expression: string): Step {
  return { expression, version: "1.37", schema: randomSchema, isRoot: false, self: "{}", budget: 1_000_000 };
}

describe("printed functions and closures give the same values and costs", () => {
  for (const [rule, cost] of rules)
    test(`of a listed rule: ${rule}`, () => {
      const run = printedFunction(rule, schema);
      expect(evaluated(run, object, object)).toEqual({ value: true, cost: Number(cost) });
    });

  test("of random expressions about random objects", () => {
    const counts: Counts = { printed: 0, closures: 0 };
    // The first cases are about values that only closures handle.
    for (let seed = recordedCases - cases; seed < recordedCases; seed++) compare(caseOf(seed).steps, counts);
    expect(counts.printed).toBeGreaterThan(cases / 2);
  });

  test.each([
    "self.items.map(i, i.spec.replicas).sum() > 3",
    "self.items.map(i, i.name).isSorted()",
    "self.items.map(i, i.spec.replicas).isSorted()",
    "self.names.isSorted()",
    "[3, 1].map(x, x * self.count).sum()",
    "self.names.map(n, n + 'a').isSorted()",
    "self.items.map(i, i.spec.replicas).map(r, r * 2).sum()",
    "self.names.map(n, self.names.map(m, m.size()).sum()).sum()",
    "self.items.all(i, i.spec.names.map(n, n.size()).sum() < 3)",
    "(self.flag ? self.names.map(n, n) : self.names).isSorted()",
    "self.names.filter(n, n != 'a').map(n, n).isSorted()",
    "(has(self.spec) ? self.spec : oldSelf.spec).replicas > 0",
  ])("of a loop or a struct that is printed in another form: %s", (expression) => {
    const random = new Random(1);
    const counts: Counts = { printed: 0, closures: 0 };
    const steps = Array.from({ length: 100 }, () => ({
      ...stepOf(expression),
      self: randomValue(random, randomSchema),
      oldSelf: randomValue(random, randomSchema),
    }));
    compare(steps, counts);
    expect(counts.printed).toBeGreaterThan(10);
  });

  test("of random calls of functions", () => {
    const counts: Counts = { printed: 0, closures: 0 };
    const random = new Random(1);
    const steps = Array.from({ length: 5 * cases }, () => stepOf(randomCall(random).expression));
    compare(steps, counts);
    expect(counts.printed).toBeGreaterThan(100);
  });

  test("of the tests of cel-spec without variables", () => {
    const counts: Counts = { printed: 0, closures: 0 };
    const tests = specTests().filter(({ bindings }) => bindings === undefined);
    compare(
      tests.map(({ expr }) => stepOf(expr)),
      counts,
    );
    expect(counts.printed).toBeGreaterThan(500);
  });
});

describe("the rules of a schema have the same errors and costs", () => {
  test("with printed functions as with closures", () => {
    let calls = 0;
    for (let seed = 4; seed < Math.min(5 * cases, recordedCases); seed += 5)
      for (const step of caseOf(seed).steps) {
        const functions = Object.entries(printedRules(step.schema, "T", step.isRoot)).map(([place, make]) => {
          const counting: MakeFunction = (read) => {
            const run = make(read);
            return (...parameters) => {
              calls++;
              return run(...parameters);
            };
          };
          return [place, counting] as const;
        });
        const printed = { type: "T", functions: Object.fromEntries(functions) };
        expect(validated(step, { printed })).toEqual(validated(step));
      }
    expect(calls).toBeGreaterThan(100);
  });
});

describe("a printed function", () => {
  const run = printedFunction("self.replicas + 1 > self.maxReplicas", schema);

  test.each<[title: string, self: object]>([
    ["an error", { replicas: 1 }],
    ["a value of a wrong type", { replicas: "1", maxReplicas: 2 }],
    ["an int that is not a number", { replicas: 2n ** 60n, maxReplicas: 2 }],
    ["a result outside the safe range", { replicas: Number.MAX_SAFE_INTEGER, maxReplicas: 2 }],
  ])("has no result for %s", (_title, self) => {
    expect(evaluated(run, self)).toBeUndefined();
  });

  test("has no result for a cost above the limit", () => {
    const loop = printedFunction("self.tags.all(a, self.tags.all(b, self.tags.all(c, a != 'x')))", schema);
    const tags = Array.from({ length: 100 }, () => "a");
    expect(evaluated(loop, { tags })).toBeUndefined();
  });

  test("reads no inherited properties", () => {
    const named = printedFunction("'toString' in self.labels", schema);
    expect(evaluated(named, { labels: {} })).toEqual({ value: false, cost: 3 });
  });

  test("keeps strings of an expression as they are", () => {
    const text = '\\u0000`${cel.x}\\"\\n\\u2028';
    const printed = printedFunction(`'%s ${text}'.format([self.name]) == 'a ${text}'`, schema);
    expect(evaluated(printed, { name: "a" })?.value).toBe(true);
  });
});

test("the code of a printed function does not depend on functions that were printed earlier", () => {
  const texts = rules.map(([rule]) => printExpression(rule, schema));
  expect(rules.map(([rule]) => printExpression(rule, schema))).toEqual(texts);
});
