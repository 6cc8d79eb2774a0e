import { searches } from "../evaluate/calls.js";
import { callCost, readingFunctions } from "../evaluate/costs.js";
import { emit } from "../evaluate/emit.js";
import { EvaluationFrame } from "../evaluate/frame.js";
import { operators } from "../functions/operators.js";
import type { Element, CallPlan } from "../evaluate/plan.js";
import { implementationOf } from "../environment/environment.js";
import { EvaluationError, OpaqueValue, type Result } from "../values/value.js";
import { callLimit } from "../base/limits.js";
import { CELOptional } from "../values/classes.js";
import type { CodeBlock } from "./block.js";
import { boxed, unboxed } from "./boxed.js";
import { boxedConstant, printConstant } from "./constants.js";
import { Unprintable, forms, type Operand } from "./form.js";
import { isFold } from "./folds.js";
import { printItems } from "./loops.js";
import { printNative } from "./native.js";
import type { PrintScope } from "./scope.js";
import { makingCosts } from "../base/prices.js";
import { piecesOf } from "../types/format-clauses.js";

/** Prints the code for a call of a function. */
export function printCall(plan: CallPlan, block: CodeBlock, scope: PrintScope): Operand {
  if (isConstant(plan) && plan.call.name !== "optional.none") return printConstantCall(plan, block);
  const format = printFormat(plan, block, scope);
  if (format !== undefined) return format;
  const isOfItems = isFold(plan.call.name);
  const parts = plan.arguments.map((each) =>
    isOfItems && each.kind === "loop" ? printItems(each, block, scope) : scope.print(each, block),
  );
  return printNative(plan, parts, block) ?? printGeneral(plan, parts, block);
}

/**
 * Reports whether each argument of a call is a constant, or a call with constant arguments. Returns
 * false for `==` and `!=`, whose printed code compares constants itself.
 */
function isConstant(plan: CallPlan): boolean {
  const isEquality = plan.call.name === "_==_" || plan.call.name === "_!=_";
  return (
    !isEquality &&
    plan.arguments.every((each) => each.kind === "constant" || (each.kind === "call" && isConstant(each)))
  );
}

/**
 * Prints a call with constant arguments as a literal of its value, or as the name of a constant
 * that is computed before the first evaluation.
 */
function printConstantCall(plan: CallPlan, block: CodeBlock): Operand {
  const frame = new EvaluationFrame(0, callLimit);
  let value: Result;
  try {
    value = emit(plan)(frame);
  } catch {
    throw new Unprintable();
  }
  if (value instanceof EvaluationError) throw new Unprintable();
  block.charge(frame.cost);
  if (!(value instanceof OpaqueValue || value instanceof CELOptional)) return printConstant(value, block);
  return { code: block.code.constant(hintOf(plan.call.name), constantCall(plan, block)), form: forms.typed };
}

function constantCall(plan: CallPlan, block: CodeBlock): string {
  const values = plan.arguments.map((each) => {
    if (each.kind === "constant") return boxedConstant(each.value, block);
    return each.kind === "call" ? constantCall(each, block) : "";
  });
  return `cel.value(${functionOf(plan, block, false)}(${values.join(", ")}))`;
}

/**
 * Returns the name of a constant with the evaluator's implementation of a function.
 *
 * @param isTyped true if the arguments are known to have the types of the overload
 */
function functionOf({ call, arguments: plans }: CallPlan, { code }: CodeBlock, isTyped: boolean): string {
  const { name, overload } = call;
  if (overload === "" && !Object.hasOwn(operators, name)) throw new Unprintable();
  if (isTyped && implementationOf(overload) !== undefined)
    return code.constant(hintOf(name), `cel.typedCall(${JSON.stringify(overload)})`);
  const [, second] = plans;
  const isSearch = second?.kind === "constant" && typeof second.value === "string" && searches.has(name);
  const text = isSearch ? `, ${JSON.stringify(second.value)}` : "";
  const run = `cel.call(${JSON.stringify(name)}, ${JSON.stringify(overload)}, ${String(plans.length)}${text})`;
  return code.constant(hintOf(name), run);
}

/** Prints a call of the evaluator's implementation of a function. */
function printGeneral(plan: CallPlan, parts: readonly Operand[], block: CodeBlock): Operand {
  const { call, type } = plan;
  const { name, overload } = call;
  const isTyped = parts.every(({ form }) => form.kind !== "value" || form.isTyped === true);
  const run = functionOf(plan, block, isTyped);
  const values = parts.map((part) => block.named(boxed(part, block)));
  const cost = callCost(name, overload);
  const result = `${run}(${values.join(", ")})`;
  const isReader = parts[0]?.form.kind === "string" && readingFunctions.includes(name);
  if (isReader || typeof cost === "number") {
    if (typeof cost === "number") block.charge(cost);
    else block.chargeFor(`cel.textCost(${values[0] ?? ""})`);
    return unboxed(result, type, block, hintOf(name));
  }
  const found = block.constant(hintOf(name), `cel.value(${result})`);
  const costOf = block.code.constant(
    `${hintOf(name)} cost`,
    `cel.costOf(${JSON.stringify(name)}, ${JSON.stringify(overload)})`,
  );
  block.chargeFor(`${costOf}([${values.join(", ")}], ${found})`);
  return unboxed(found, type, block, hintOf(name));
}

/** The names of variables for the results of operators in printed code. */
const hints: Readonly<Record<string, string>> = {
  "_+_": "sum",
  "_-_": "difference",
  "_*_": "product",
  "_/_": "quotient",
  "_%_": "rest",
  "-_": "negative",
  "!_": "not",
  "_<_": "isLess",
  "_<=_": "isAtMost",
  "_>_": "isGreater",
  "_>=_": "isAtLeast",
  "@in": "isIn",
};

function hintOf(name: string): string {
  return hints[name] ?? name.split(".").at(-1) ?? name;
}

/**
 * The kinds of values that a JavaScript template literal prints like CEL, by the letter of the
 * format clause.
 */
const kinds: Readonly<Record<string, readonly string[]>> = { s: ["string", "int", "bool"], d: ["int"] };

/**
 * Prints a format string with its arguments as a template literal; undefined if only the evaluator
 * can format the arguments.
 */
function printFormat(plan: CallPlan, block: CodeBlock, scope: PrintScope): Operand | undefined {
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
