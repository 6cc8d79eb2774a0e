import { describe, expect, test } from "vitest";
import { evaluateExpression } from "../../runtime/cel/index.js";
import { compareWithGo } from "../judge/compare-with-go.js";
import { dataOf, specTests, type SpecTest } from "./spec-tests.js";
import { valueText } from "./value-text.js";

/**
 * @file Evaluates the tests of cel-spec. Each of them has the outcome of Kubernetes' environment in
 * Go. Where that is not the outcome that cel-spec expects, a listed difference of the environment
 * is the reason.
 */

interface Outcome {
  readonly value?: string;
  readonly error?: string;
}

interface Step {
  readonly expression: string;
  readonly version: string;
  readonly evaluates: true;
  readonly bindings?: SpecTest["bindings"];
}

interface Difference {
  readonly reason: string;
  readonly explains: (test: SpecTest, outcome: Outcome) => boolean;
}

function errorWith(text: RegExp): Difference["explains"] {
  return (_test, { error = "" }) => text.test(error);
}

/** Differences between Kubernetes' environment and the language of cel-spec. */
const differences: readonly Difference[] = [
  { reason: "no messages of tests", explains: errorWith(/undeclared reference to '[.\w]*(TestAllTypes|\bValue)'/) },
  { reason: "no functions of math", explains: errorWith(/undeclared reference to 'math'/) },
  { reason: "no functions of base64", explains: errorWith(/undeclared reference to 'base64'/) },
  { reason: "no macros of bindings and blocks", explains: ({ expr }) => /cel\.(bind|block|iterVar)\(/.test(expr) },
  {
    reason: "literals of lists and maps have one type",
    explains: errorWith(/expected type '.*' but found/),
  },
  { reason: "all types are checked", explains: ({ disableCheck }) => disableCheck === true },
  { reason: "no types and functions of a test", explains: errorWith(/undeclared reference to '(msg|tuple|fn)'/) },
  { reason: "no containers of names", explains: ({ file }) => file === "namespace" },
  { reason: "a search behind the end finds nothing", explains: ({ expr }) => /ndexOf\('a', 30\)/.test(expr) },
  { reason: "format() of version 2", explains: ({ file, expr }) => file === "string_ext" && expr.includes(".format(") },
  {
    reason: "an optional field of a scalar is absent",
    explains: ({ expr }) => /\.(invalid|absent)\.hasValue/.test(expr),
  },
  { reason: "a key of a literal can be repeated", explains: ({ expr }) => expr === "{true:1,false:2,true:3}[true]" },
  { reason: "keys are checked before the evaluation", explains: errorWith(/^invalid qualifier type/) },
];

/** The number of tests that a case has. */
const size = 5;
const tests = specTests();
const cases = Math.ceil(tests.length / size);

function stepOf({ expr, bindings }: SpecTest): Step {
  return { expression: expr, version: "1.37", evaluates: true, ...(bindings && { bindings }) };
}

/** Live comparisons begin again with the first test. */
function caseOf(seed: number): { readonly steps: readonly Step[] } {
  const first = (seed % cases) * size;
  return { steps: tests.slice(first, first + size).map(stepOf) };
}

function outcomeOf({ expression, version, bindings = {} }: Step): Outcome {
  const variables = Object.fromEntries(Object.entries(bindings).map(([name, { value }]) => [name, dataOf(value)]));
  const result = evaluateExpression(expression, variables, { version });
  // The numbers of type parameters are random in Go.
  if (result.error !== undefined) return { error: result.error.replaceAll(/_var\d+/g, "_var") };
  return { value: valueText(result.value) };
}

/** Reports whether a test has the outcome that cel-spec expects. Some tests expect a type only. */
function isExpected(given: SpecTest, { value, error }: Outcome): boolean {
  if (given.evalError !== undefined) return error !== undefined;
  if (given.checkOnly === true) return error?.startsWith("ERROR: ") !== true;
  const expected = given.value ?? given.typedResult?.result;
  if (expected === undefined) return error === undefined;
  const { typeValue } = expected;
  return value === (typeof typeValue === "string" ? `type(${typeValue})` : valueText(dataOf(expected)));
}

describe("tests of cel-spec", () => {
  compareWithGo({
    name: "cel",
    answers: "spec-answers.txt",
    recorded: cases,
    quick: cases,
    caseOf,
    replay: ({ steps }) => steps.map(outcomeOf),
  });

  test("have the outcomes of cel-spec, except for listed differences", () => {
    const used = new Set<string>();
    const unexplained: string[] = [];
    for (const each of tests) {
      const outcome = outcomeOf(stepOf(each));
      if (isExpected(each, outcome)) continue;
      const difference = differences.find(({ explains }) => explains(each, outcome));
      if (difference === undefined) unexplained.push(`${each.file}: ${each.expr}: ${JSON.stringify(outcome)}`);
      else used.add(difference.reason);
    }
    expect(unexplained).toEqual([]);
    expect([...used].toSorted()).toEqual(differences.map(({ reason }) => reason).toSorted());
  });
});
