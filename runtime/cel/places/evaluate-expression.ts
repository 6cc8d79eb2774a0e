import { isMap } from "./output.js";
import { isReadonlyList } from "../../json/values.js";
import { isInt64 } from "../../json/go-print.js";
import { checkSource, usesVariable, type CheckedSource } from "../check/check.js";
import { estimatedCost } from "../cost/estimate.js";
import { mapOf } from "../values/collections.js";
import { Cancelled, Panic } from "../base/ended.js";
import { listOf } from "../values/lists.js";
import { ProgramProblem } from "../evaluate/plan.js";
import { Program } from "../evaluate/program.js";
import { callLimit } from "../base/limits.js";
import { reader } from "../values/read.js";
import { EvaluationError, ListValue, MapValue, type OpaqueValue, type Result, type Value } from "../values/value.js";
import { SourceProblems, type CELPosition } from "../base/source.js";
import { schemaType, selfSchema, type CELSchema } from "../types/schema.js";
import { dyn, printCELType, type ExpressionType } from "../types/type.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "../values/classes.js";

type CELScalar = null | boolean | bigint | number | string | CELUint | CELBytes | CELDuration | CELTimestamp | CELType;

/** The input value of a variable. A whole number of at most 64 bits is an int, as in JSON. */
export type CELInput =
  | CELScalar
  | CELOptional<CELInput>
  | readonly CELInput[]
  | ReadonlyMap<CELInput, CELInput>
  | { readonly [key: string]: CELInput };

/** The value of an expression: an int is a bigint, a double is a number, and a map is a `Map`. */
export type CELOutput =
  | CELScalar
  | CELOptional<CELOutput>
  | readonly CELOutput[]
  | ReadonlyMap<CELOutput, CELOutput>
  | OpaqueValue;

/** The value of an expression, or its error message. */
export type ExpressionResult = { readonly value: CELOutput; readonly error?: undefined } | { readonly error: string };

/**
 * Evaluates an expression whose variables can have values of any type.
 *
 * @throws RangeError for an unknown version of Kubernetes; a wrong expression is part of the result
 */
export function evaluateExpression(
  expression: string,
  variables: Readonly<Record<string, CELInput>> = {},
  { version }: { readonly version?: string } = {},
): ExpressionResult {
  const checked = checkSource(expression, { version, self: undefined, variables: untyped(Object.keys(variables)) });
  if (checked instanceof SourceProblems) return { error: checked.toString() };
  const values = (): readonly Result[] => Object.values(variables).map(valueOf);
  return evaluated(checked, values).result;
}

function untyped(names: readonly string[]): ReadonlyMap<string, ExpressionType> {
  return new Map(names.map((name) => [name, dyn]));
}

/** An expression without problems, with the result of its evaluation. */
export interface ExplainedExpression {
  readonly fault?: undefined;
  /** The type of the expression, such as `bool` or `map(string, int)`. */
  readonly type: string;
  /**
   * Upper bound of the cost of an evaluation, as Kubernetes estimates it; 2n ** 64n - 1n if the
   * cost is not bounded.
   */
  readonly estimatedCost: bigint;
  /** The value or the error; absent if the expression uses a variable without a value. */
  readonly result?: ExpressionResult;
  /** The names of the variables that the expression uses and that have no value. */
  readonly missing: readonly (keyof SelfValues)[];
  /** The cost of this evaluation; 0 if the expression was not evaluated. */
  readonly cost: bigint;
}

/** An expression with problems. */
export interface FaultyExpression {
  /**
   * The problems as cel-go prints them: each with the line of the expression in which the problem
   * is.
   */
  readonly fault: string;
  readonly position?: CELPosition;
}

/** The values of `self` and `oldSelf` as JSON; absent for a variable without a value. */
export interface SelfValues {
  readonly self?: unknown;
  readonly oldSelf?: unknown;
}

/**
 * Checks an expression with the variables `self` and `oldSelf`, and evaluates it if the variables
 * that it uses have values.
 *
 * @param schema the structural schema of `self` and `oldSelf`; undefined for values of any type
 * @throws RangeError for an unknown version of Kubernetes; a wrong expression is part of the result
 */
export function explainExpression(
  expression: string,
  schema: CELSchema | undefined,
  values: SelfValues,
  { version, isRoot }: { readonly version?: string; readonly isRoot?: boolean } = {},
): ExplainedExpression | FaultyExpression {
  const own = schema && selfSchema(schema, isRoot);
  const self = own && schemaType(own);
  const variables = schema === undefined ? untyped(selfNames) : undefined;
  const checked = checkSource(expression, { version, self, variables });
  if (checked instanceof SourceProblems) {
    const { position } = checked;
    return { fault: checked.toString(), ...(position !== undefined && { position }) };
  }
  const read = own === undefined ? (value: unknown) => valueOf(value as CELInput) : reader(own);
  const json = checked.variables.map((name) => values[name as keyof SelfValues]);
  const given = json.map((value) => (value === undefined ? undefined : read(value)));
  const missing = selfNames.filter((name) => values[name] === undefined && usesVariable(checked, name));
  const about = { type: printCELType(checked.type), estimatedCost: estimatedCost(checked), missing };
  if (missing.length > 0) return { ...about, cost: 0n };
  return { ...about, ...evaluated(checked, () => given) };
}

const selfNames = ["self", "oldSelf"] as const;

interface Evaluation {
  readonly result: ExpressionResult;
  readonly cost: bigint;
}

function evaluated(checked: CheckedSource, values: () => readonly (Result | undefined)[]): Evaluation {
  let cost = 0;
  try {
    const found = new Program(checked).evaluate(values(), callLimit);
    cost = found.cost;
    const { value } = found;
    const result = value instanceof EvaluationError ? { error: value.message } : { value: outputOf(value) };
    return { result, cost: BigInt(cost) };
  } catch (error) {
    if (!problems.some((problem) => error instanceof problem)) throw error;
    return { result: { error: error instanceof Error ? error.message : "" }, cost: BigInt(cost) };
  }
}

/**
 * The errors that become the result of an evaluation. They are thrown while a program is compiled,
 * while it runs, or while a result with too many items is copied.
 */
const problems = [Cancelled, Panic, ProgramProblem];

function isScalar(value: CELInput | Value): value is CELScalar {
  if (typeof value !== "object" || value === null) return true;
  return [CELUint, CELBytes, CELDuration, CELTimestamp, CELType].some((scalar) => value instanceof scalar);
}

function valueOf(input: CELInput): Value {
  if (typeof input === "number") return isInt64(input) ? BigInt(input) : input;
  if (isScalar(input)) return input;
  if (input instanceof CELOptional)
    return new CELOptional(input.value === undefined ? undefined : valueOf(input.value));
  if (isReadonlyList(input)) return listOf(input.map(valueOf));
  const entries: Iterable<readonly [CELInput, CELInput]> = isMap(input) ? input : Object.entries(input);
  return mapOf(Array.from(entries, ([key, value]) => [valueOf(key), valueOf(value)] as const));
}

function outputOf(value: Value): CELOutput {
  if (isScalar(value)) return value;
  if (value instanceof CELOptional)
    return new CELOptional(value.value === undefined ? undefined : outputOf(asValue(value.value)));
  if (value instanceof ListValue) return Array.from(value, (item) => outputOf(asValue(item)));
  if (!(value instanceof MapValue)) return value;
  // The keys of unknown properties are null, and are left out.
  const keys = [...value.keys()].filter((key) => key !== null);
  return new Map(keys.map((key) => [outputOf(key), outputOf(asValue(value.get(key) ?? null))] as const));
}

/**
 * Returns an item as a value. If the item is an error, because the data does not fit the schema,
 * returns the message of the error.
 */
function asValue(item: Value | EvaluationError): Value {
  return item instanceof EvaluationError ? item.message : item;
}
