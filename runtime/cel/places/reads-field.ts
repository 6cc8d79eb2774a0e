import { childrenOf } from "../children.js";
import type { Expression } from "../expression.js";

/** Reports whether an expression reads a field of a variable, such as `claims.email`. */
export function readsField(expression: Expression, variable: string, field: string): boolean {
  // Expressions that a macro repeats are shared.
  const parts = new Set([expression]);
  for (const part of parts) {
    if (isField(part, variable, field)) return true;
    for (const child of childrenOf(part)) parts.add(child);
  }
  return false;
}

function isField(part: Expression, variable: string, field: string): boolean {
  if (part.kind === "select") return part.field === field && isVariable(part.operand, variable);
  if (part.kind !== "call" || part.name !== "_?._") return false;
  const [operand, name] = part.arguments;
  return isVariable(operand, variable) && name?.kind === "literal" && name.value === field;
}

function isVariable(operand: Expression | undefined, variable: string): boolean {
  return operand?.kind === "identifier" && (operand.name === variable || operand.name === `.${variable}`);
}
