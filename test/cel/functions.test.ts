import { describe } from "vitest";
import { evaluateExpression } from "../../runtime/cel/index.js";
import { Random } from "../fuzz/random.js";
import { compareWithGo } from "../judge/compare-with-go.js";
import { randomCall, type Call } from "./random-calls.js";
import { valueText } from "./value-text.js";

/**
 * @file Evaluates random calls of the functions of all libraries, and compares values and errors
 * with those of Kubernetes' environment in Go.
 */

interface Step extends Call {
  readonly version: string;
  readonly evaluates: true;
}

interface Case {
  readonly steps: readonly Step[];
}

interface Outcome {
  readonly value?: string;
  readonly error?: string;
}

function caseOf(seed: number): Case {
  const random = new Random(seed);
  return { steps: Array.from({ length: 20 }, () => ({ ...randomCall(random), version: "1.37", evaluates: true })) };
}

function replay({ steps }: Case): readonly Outcome[] {
  return steps.map(({ expression, variables, version }) => {
    const result = evaluateExpression(expression, variables, { version });
    // The numbers of type parameters are random in Go.
    if (result.error !== undefined) return { error: result.error.replaceAll(/_var\d+/g, "_var") };
    return { value: valueText(result.value) };
  });
}

describe("functions of CEL's libraries have the values and errors of Go", () => {
  compareWithGo({ name: "cel", answers: "function-answers.txt", recorded: 500, quick: 250, caseOf, replay });
});
