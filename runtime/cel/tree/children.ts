import type { Expression } from "./expression.js";

/** Returns the direct parts of an expression, in the order in which cel-go visits them. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "select":
      return [expression.operand];
    case "call":
      return [...(expression.target === undefined ? [] : [expression.target]), ...expression.arguments];
    case "list":
      return expression.elements;
    case "map":
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case "message":
      return expression.fields.map(({ value }) => value);
    case "comprehension":
      return [expression.range, expression.initial, expression.condition, expression.step, expression.result];
    default:
      return [];
  }
}
