import type { Element, EvaluationPlan } from "../evaluate/plan.js";
import { makingCosts } from "../base/prices.js";
import { callCost } from "../evaluate/costs.js";
import { piecesOf } from "../types/format-clauses.js";
import type { CodeBlock } from "./block.js";
import { forms, type Operand } from "./form.js";
import type { PrintScope } from "./scope.js";

type CallPlan = Extract<EvaluationPlan, { kind: "call" }>;

/**
 * The kinds of values that a JavaScript template literal prints like CEL, by the letter of the
 * format clause.
 */
const kinds: Readonly<Record<string, readonly string[]>> = { s: ["string", "int", "bool"], d: ["int"] };

/**
 * Prints a format string with its arguments as a template literal; undefined if only the evaluator
 * can format the arguments.
 */
export function printFormat(plan: CallPlan, block: CodeBlock, scope: PrintScope): Operand | undefined {
  const { call, arguments: plans } = plan;
  const [text, list] = plans;
  if (call.overload !== "string_format" || text?.kind !== "constant" || typeof text.value !== "string")
    return undefined;
  if (list?.kind !== "list" || list.elements.some(({ isOptional }) => isOptional)) return undefined;
  const parts = block.inner();
  const code = templateOf(text.value, list.elements, parts, scope);
  if (code === undefined) return undefined;
  block.append(parts);
  block.charge(makingCosts.list);
  const cost = callCost(call.name, call.overload);
  block.charge(typeof cost === "number" ? cost : cost(null, text.value));
  return { code: block.constant("text", code), form: forms.string };
}

function templateOf(
  text: string,
  elements: readonly Element[],
  block: CodeBlock,
  scope: PrintScope,
): string | undefined {
  const values = elements.map((element) => scope.print(element.value, block));
  let result = "";
  let used = 0;
  for (const piece of piecesOf(text)) {
    if (typeof piece === "string") {
      result += escaped(piece);
      continue;
    }
    const { letter = "", precision } = piece;
    const value = values[used++];
    const accepted = Object.hasOwn(kinds, letter) ? (kinds[letter] ?? []) : [];
    if (value === undefined || precision !== undefined || !accepted.includes(value.form.kind)) return undefined;
    result += `\${${value.code}}`;
  }
  return `\`${result}\``;
}

/** Escapes a string for a template literal. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("`", "\\`").replaceAll("${", "\\${");
}
