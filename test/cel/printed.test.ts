import { describe, expect, test } from "vitest";
import { evaluatePrinted } from "../../runtime/cel/printed/evaluate.js";
import { caseOf, evaluationsOf, quickCases, recordedCases } from "./evaluation/cases.js";
import { runsAllCases } from "../sizes.js";
import { printedFunction } from "./printed.js";
import { valueText } from "./evaluation/value-text.js";
import { object, rules, schema } from "./twenty-rules.js";

describe("printed functions and closures give the same values and costs", () => {
  for (const [rule, cost] of rules)
    test(`of a listed rule: ${rule}`, () => {
      const run = printedFunction(rule, schema);
      expect(run && evaluatePrinted(run, object, object)).toEqual({ value: true, cost: Number(cost) });
    });

  test("of random expressions", () => {
    const count = runsAllCases ? recordedCases : quickCases;
    const outcomes = { printed: 0, closures: 0 };
    for (let seed = 0; seed < count; seed++)
      for (const { step, self, oldSelf, closure } of evaluationsOf(caseOf(seed))) {
        const run = printedFunction(step.expression, step.schema, step);
        const found = run && evaluatePrinted(run, self, oldSelf);
        if (found === undefined) outcomes.closures++;
        else {
          outcomes.printed++;
          const { value, cost } = closure(1_000_000);
          expect({ step, value: valueText(found.value as never), cost: found.cost }).toEqual({
            step,
            value: valueText(value as never),
            cost,
          });
        }
      }
    console.log(outcomes);
  });
});
