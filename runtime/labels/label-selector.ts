import { goQuote } from "../util/go-quote.js";
import type { LabelSelector, LabelSelectorOperator } from "../meta/v1/types.js";
import { newRequirement, type Operator } from "./requirement.js";
import { everything, nothing, type Selector, selectorOf } from "./selector.js";

const operators: ReadonlyMap<string, Operator> = new Map<LabelSelectorOperator, Operator>([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

/**
 * Converts a `LabelSelector` of an API object to a selector. An absent `LabelSelector` selects
 * nothing; an empty one selects everything.
 * @throws Error with the message of Go's metav1.LabelSelectorAsSelector for an unknown operator,
 *   and for an invalid label or value
 */
export function labelSelectorAsSelector(selector: LabelSelector | undefined): Selector {
  if (selector === undefined) return nothing;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const labels = Object.entries(matchLabels);
  if (labels.length + matchExpressions.length === 0) return everything;
  return selectorOf([
    ...labels.map(([key, value]) => newRequirement(key, "=", [value])),
    ...matchExpressions.map(({ key, operator, values = [] }) => {
      const known = operators.get(operator);
      if (known === undefined) throw new Error(`${goQuote(operator)} is not a valid label selector operator`);
      return newRequirement(key, known, values);
    }),
  ]);
}
