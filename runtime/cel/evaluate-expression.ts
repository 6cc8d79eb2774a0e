import { checkText } from "./check/check.js";
import { mapOf } from "./evaluate/collections.js";
import { listOf } from "./evaluate/lists.js";
import { ProgramFault } from "./evaluate/plan.js";
import { callLimit, Program } from "./evaluate/program.js";
import { EvaluationError, ListValue, MapValue, type OpaqueValue, type Value } from "./evaluate/value.js";
import { Faults } from "./source.js";
import { dyn } from "./types/type.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "./values.js";

type CELScalar = null | boolean | bigint | number | string | CELUint | CELBytes | CELDuration | CELTimestamp | CELType;

/** A value of a variable. A whole number is an int, as in JSON. */
export type CELInput =
  | CELScalar
  | CELOptional<CELInput>
  | readonly CELInput[]
  | ReadonlyMap<CELInput, CELInput>
  | { readonly [key: string]: CELInput };

/** The value of an expression: an int is a bigint, and a double is a number. */
export type CELOutput =
  | CELScalar
  | CELOptional<CELOutput>
  | readonly CELOutput[]
  | ReadonlyMap<CELOutput, CELOutput>
  | OpaqueValue;

/** The value of an expression, or the text of its error. */
export type ExpressionResult = { readonly value: CELOutput; readonly error?: undefined } | { readonly error: string };

/**
 * Evaluates an expression whose variables have any types.
 *
 * @throws RangeError for a wrong version, never for a wrong expression
 */
export function evaluateExpression(
  expression: string,
  variables: Readonly<Record<string, CELInput>> = {},
  { version }: { readonly version?: string } = {},
): ExpressionResult {
  const names = Object.keys(variables);
  const types = new Map(names.map((name) => [name, dyn] as const));
  const checked = checkText(expression, { version, self: undefined, variables: types });
  if (checked instanceof Faults) return { error: checked.toString() };
  try {
    const program = new Program(checked, version, undefined, names);
    const { value } = program.evaluate(Object.values(variables).map(valueOf), callLimit);
    return value instanceof EvaluationError ? { error: value.message } : { value: outputOf(value) };
  } catch (error) {
    if (error instanceof ProgramFault) return { error: error.message };
    throw error;
  }
}

function isScalar(value: CELInput | Value): value is CELScalar {
  if (typeof value !== "object" || value === null) return true;
  return [CELUint, CELBytes, CELDuration, CELTimestamp, CELType].some((scalar) => value instanceof scalar);
}

function valueOf(input: CELInput): Value {
  if (typeof input === "number") return Number.isInteger(input) ? BigInt(input) : input;
  if (isScalar(input)) return input;
  if (input instanceof CELOptional)
    return new CELOptional(input.value === undefined ? undefined : valueOf(input.value));
  if (isList(input)) return listOf(input.map(valueOf));
  const entries: Iterable<readonly [CELInput, CELInput]> = isMap(input) ? input : Object.entries(input);
  return mapOf(Array.from(entries, ([key, value]) => [valueOf(key), valueOf(value)] as const));
}

function isList(input: CELInput): input is readonly CELInput[] {
  return Array.isArray(input);
}

function isMap(input: CELInput): input is ReadonlyMap<CELInput, CELInput> {
  return input instanceof Map;
}

function outputOf(value: Value): CELOutput {
  if (isScalar(value)) return value;
  if (value instanceof CELOptional)
    return new CELOptional(value.value === undefined ? undefined : outputOf(value.value));
  if (value instanceof ListValue) return Array.from(value, (item) => outputOf(asValue(item)));
  if (!(value instanceof MapValue)) return value;
  return new Map(Array.from(value.keys(), (key) => [outputOf(key), outputOf(asValue(value.get(key) ?? null))]));
}

/** Only items of wrong data are errors. */
function asValue(item: Value | EvaluationError): Value {
  return item instanceof EvaluationError ? item.message : item;
}
