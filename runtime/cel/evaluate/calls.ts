import { pattern } from "../../pattern/index.js";
import type { CELEnvironment } from "../environment/environment.js";
import type { Overload } from "../functions/declaration.js";
import type { ExpressionType } from "../types/type.js";
import { noSuchOverload } from "../values/equality.js";
import { typeOfValue } from "../values/describe.js";
import { operators } from "../functions/operators.js";
import { ProgramProblem } from "./plan.js";
import { EvaluationError, ListValue, MapValue, type Implementation, type Result, type Value } from "../values/value.js";

/** A function that a plan calls. */
export interface PlannedCall {
  readonly name: string;
  /**
   * Identifier of the overload; empty if more than one overload fits the types of the arguments
   * that are known before the evaluation.
   */
  readonly overload: string;
  readonly run: Implementation;
  /**
   * True if the call ends at the first argument that is an error, so that later arguments are not
   * evaluated. Other calls have one or two arguments, and evaluate all of them.
   */
  readonly endsEarly: boolean;
}

/** Functions whose implementations check the types of their arguments. */
const unguarded: ReadonlySet<string> = new Set(["contains", "endsWith", "startsWith"]);
/** Overloads that cel-go treats as functions with more than two arguments. */
const manyArguments: ReadonlySet<string> = new Set(["string_format"]);
/** Functions whose second argument is a regular expression. */
export const searches: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/**
 * Returns the function that an expression calls.
 *
 * @param overloads identifiers of the overloads that fit the types of the arguments
 * @param count the number of arguments
 * @param expression the second argument if it is a constant string
 * @throws ProgramProblem for an invalid regular expression in a constant
 */
export function callOf(
  name: string,
  overloads: readonly string[],
  count: number,
  expression: string | undefined,
  environment: CELEnvironment,
): PlannedCall {
  const overload = overloads.length === 1 ? (overloads[0] ?? "") : "";
  const all = environment.overloads(name) ?? [];
  if (expression !== undefined && searches.has(name))
    return { name, overload, run: searchFor(expression, count, all), endsEarly: true };
  const own = Object.hasOwn(operators, name) ? operators[name] : undefined;
  const endsEarly = count > 2;
  if (own !== undefined) return { name, overload, run: own, endsEarly };
  const known = all.find(({ id }) => id === overload) ?? (all.length === 1 ? all[0] : undefined);
  if (known === undefined) return { name, overload, run: dispatched(name, all), endsEarly: true };
  const run = (unguarded.has(name) ? known.run : undefined) ?? dispatched(name, [known]);
  return { name, overload, run, endsEarly: endsEarly || manyArguments.has(known.id) };
}

/**
 * Returns a search for a constant regular expression. The expression is compiled immediately, so
 * that an error in it is found before the evaluation.
 *
 * @param count the number of arguments
 * @throws ProgramProblem for a wrong regular expression
 */
function searchFor(text: string, count: number, overloads: readonly Overload[]): Implementation {
  const compiled = pattern(text);
  try {
    compiled.matches("");
  } catch (error) {
    throw new ProgramProblem(error instanceof Error ? error.message : "");
  }
  const own = overloads.find(({ parameters }) => parameters.length === count)?.run;
  const search: Implementation = own ?? ((value) => compiled.matches(value as string));
  return (...values) =>
    typeof values[0] === "string" && (values[2] === undefined || typeof values[2] === "bigint")
      ? search(...values)
      : noSuchOverload;
}

/**
 * Returns an implementation that selects the overload by the types of the arguments when it is
 * called, because some types are known only during the evaluation.
 */
function dispatched(name: string, overloads: readonly Overload[]): Implementation {
  return (...values) => {
    for (const { parameters, run } of overloads)
      if (run !== undefined && haveTypes(values, parameters)) return run(...values);
    return unsupported(name, values);
  };
}

function unsupported(name: string, values: readonly Value[]): Result {
  return new EvaluationError(`no such overload: ${name}(${values.map((value) => typeOfValue(value).name).join(", ")})`);
}

/** Reports whether values have the number and the types of parameters. */
function haveTypes(values: readonly Value[], parameters: readonly ExpressionType[]): boolean {
  for (let index = 0; index < values.length; index++)
    if (!hasType(values[index] as Value, parameters[index])) return false;
  return values.length === parameters.length;
}

/**
 * Reports whether a value has the type of a parameter. For lists and maps, only the first items are
 * tested.
 */
function hasType(value: Result, type: ExpressionType | undefined): boolean {
  if (type === undefined) return false;
  if (type.kind === "dyn" || type.kind === "any" || type.kind === "param") return true;
  if (value instanceof EvaluationError) return false;
  switch (type.kind) {
    case "list":
      return value instanceof ListValue && (value.size === 0 || hasType(value.at(0), type.parameters[0]));
    case "map":
      return value instanceof MapValue && (value.size === 0 || firstEntryHasType(value, type));
    default:
      return typeOfValue(value).name === type.name;
  }
}

function firstEntryHasType(map: MapValue, { parameters: [keyType, valueType] }: ExpressionType): boolean {
  for (const key of map.keys()) {
    const value = map.get(key);
    return value !== undefined && hasType(key, keyType) && hasType(value, valueType);
  }
  return true;
}
