/**
 * @file Compares ints that are numbers in JSON without converting them to bigints. Most rules
 * compare ints, and creating a bigint takes longer than the comparison.
 */
import { isNumeric } from "../../json/values.js";
import { emitNumber } from "./attributes.js";
import type { Emit, EvaluationFrame, RunFrame } from "./frame.js";
import { operators } from "../functions/operators.js";
import type { EvaluationPlan } from "./plan.js";
import { EvaluationError, type Result, type Value } from "../values/value.js";

/** A function that evaluates a part of a program, and may return an int as a number. */
type RawRun = (frame: EvaluationFrame) => Result;

/** The comparison operators, which work for numbers and bigints. */
const comparisons: Readonly<Record<string, (a: number | bigint, b: number | bigint) => boolean>> = {
  "_<_": (a, b) => a < b,
  "_<=_": (a, b) => a <= b,
  "_>_": (a, b) => a > b,
  "_>=_": (a, b) => a >= b,
  "_==_": (a, b) => (typeof a === typeof b ? a === b : BigInt(a) === BigInt(b)),
  "_!=_": (a, b) => (typeof a === typeof b ? a !== b : BigInt(a) !== BigInt(b)),
};

/**
 * Returns the function for a comparison of two values whose types are known to be int; undefined
 * for other calls.
 */
export function emitIntComparison(name: string, plans: readonly EvaluationPlan[], emit: Emit): RunFrame | undefined {
  const [left, right] = plans;
  const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
  // For values of which at least one is not an int, such as null.
  const other = operators[name];
  if (
    compare === undefined ||
    other === undefined ||
    left === undefined ||
    right === undefined ||
    !isInt(left) ||
    !isInt(right)
  )
    return undefined;
  const [first, second] = [emitRaw(left, emit), emitRaw(right, emit)];
  return (frame) => {
    const a = first(frame);
    const b = second(frame);
    frame.charge(1);
    if (isNumeric(a) && isNumeric(b)) return compare(a, b);
    if (a instanceof EvaluationError) return a;
    return b instanceof EvaluationError ? b : other(valueOf(a), valueOf(b));
  };
}

function valueOf(value: Value): Value {
  return typeof value === "number" ? BigInt(value) : value;
}

function isInt(plan: EvaluationPlan): boolean {
  if (plan.kind === "constant") return typeof plan.value === "bigint";
  return plan.kind === "attribute" && plan.isInt === true;
}

function emitRaw(plan: EvaluationPlan, emit: Emit): RawRun {
  if (plan.kind === "attribute") return emitNumber(plan.attribute, emit) ?? emit(plan);
  if (plan.kind !== "constant" || typeof plan.value !== "bigint") return emit(plan);
  const number = Number(plan.value);
  const value = Number.isSafeInteger(number) ? number : plan.value;
  return () => value;
}
