import { reader } from "../values/read.js";
import type { JSONInput, Result, Value } from "../values/value.js";
import { withObjectMeta, type CELSchema } from "../types/schema.js";
import { callLimit } from "../base/limits.js";
import { value } from "./guards.js";

/** An object that receives the cost of an evaluation. */
export interface Meter {
  cost: number;
}

/**
 * A printed expression. It throws an error if only the evaluator can evaluate the expression for
 * the given values. This is the case for values that cause errors, for ints outside the safe range,
 * and for costs above the limit.
 */
export type CELFunction = (meter: Meter, self: JSONInput, oldSelf: JSONInput) => Result;

/** Returns the function that converts the JSON at a path in the schema of `self` to a value. */
export type ReadPart = (...path: readonly string[]) => (value: JSONInput) => Value;

/** Returns a printed expression, given the function that reads the values of a schema. */
export type MakeFunction = (read: ReadPart) => CELFunction;

/**
 * The printed rules of types. The keys are those of `rulePlace`: type, path in the type, and
 * expression.
 */
export interface CELFunctions {
  readonly [place: string]: MakeFunction;
}

/**
 * Returns the key of a rule in `CELFunctions`: the type, the path in the type, and the expression.
 */
export function rulePlace(type: string, path: string, rule: string): string {
  return `${type}${path === "" ? "" : ` ${path}`}: ${rule}`;
}

/** Returns a printed expression for the values of a schema. */
export function bind(make: MakeFunction, schema: CELSchema): CELFunction {
  return make((...path) => {
    const read = reader(partOf(schema, path));
    return (json) => value(read(json));
  });
}

function partOf(schema: CELSchema, [step, ...rest]: readonly string[]): CELSchema {
  if (step === undefined) return schema;
  const { properties = {}, items, additionalProperties } = withObjectMeta(schema);
  const part = step === "[]" ? items : step === "{}" ? additionalProperties : properties[step];
  return partOf(part as CELSchema, rest);
}

/**
 * Evaluates a printed expression. Returns undefined if only the evaluator can evaluate the
 * expression for the given values.
 *
 * @param meter receives the cost of the evaluation
 */
export function evaluatePrinted(
  run: CELFunction,
  meter: Meter,
  self: JSONInput,
  oldSelf: JSONInput,
): Result | undefined {
  try {
    const result = run(meter, self, oldSelf);
    return meter.cost > callLimit ? undefined : result;
  } catch {
    return undefined;
  }
}
