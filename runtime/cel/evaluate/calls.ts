import { pattern } from "../../pattern/index.js";
import type { CELEnvironment } from "../environment/environment.js";
import type { Overload } from "../types/signature.js";
import { CELType } from "../values/classes.js";
import { unsupportedOperand as noSuchOperator } from "../values/arithmetic.js";
import { noSuchOverload } from "../values/equality.js";
import { printed, typeOfValue } from "../values/describe.js";
import { hasType } from "../values/has-type.js";
import { operators } from "../functions/operators.js";
import { ProgramProblem, type EvaluationPlan } from "./plan.js";
import { implementations } from "../functions/index.js";
import { EvaluationError, ListValue, type Implementation, type Result, type Value } from "../values/value.js";

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

/** Functions whose overloads do not check the types of their arguments. */
const unguarded: ReadonlySet<string> = new Set(["contains", "endsWith", "startsWith", "flatten"]);
/** Functions with the same implementation for all overloads. */
const singletons: ReadonlySet<string> = new Set(["sort", "@sortByAssociatedKeys"]);
/** Overloads that cel-go treats as functions with more than two arguments. */
const manyArguments: ReadonlySet<string> = new Set(["string_format"]);
/** Functions whose second argument is a regular expression. */
const searches: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/**
 * Returns the function that an expression calls.
 *
 * @param overloads identifiers of the overloads that fit the types of the arguments
 * @throws ProgramProblem for a constant regular expression that is wrong
 */
export function callOf(
  name: string,
  overloads: readonly string[],
  plans: readonly EvaluationPlan[],
  environment: CELEnvironment,
): PlannedCall {
  const overload = overloads.length === 1 ? (overloads[0] ?? "") : "";
  const regularExpression = searches.has(name) ? constantString(plans[1]) : undefined;
  if (regularExpression !== undefined) return searchOf(name, overload, regularExpression, plans.length);
  const own = Object.hasOwn(operators, name) ? operators[name] : undefined;
  const endsEarly = plans.length > 2;
  if (own !== undefined) return { name, overload, run: own, endsEarly };
  const all = environment.overloads(name) ?? [];
  const known =
    all.find(({ id }) => id === overload) ?? (singletons.has(name) || all.length === 1 ? all[0] : undefined);
  if (known === undefined) return { name, overload, run: dispatched(name, all), endsEarly: true };
  const run = implementationOf(known.id);
  return {
    name,
    overload,
    run: checkedRun(name, known, run),
    endsEarly: endsEarly || manyArguments.has(known.id),
  };
}

function implementationOf(id: string): Implementation {
  return implementations.get(id) ?? (() => noSuchOverload);
}

function constantString(plan: EvaluationPlan | undefined): string | undefined {
  return plan?.kind === "constant" && typeof plan.value === "string" ? plan.value : undefined;
}

/**
 * Returns a search whose regular expression is a constant. The expression is compiled immediately,
 * so that an error in it is found before the evaluation.
 *
 * @throws ProgramProblem for a wrong regular expression
 */
function searchOf(name: string, overload: string, text: string, count: number): PlannedCall {
  const compiled = pattern(text);
  try {
    compiled.matches("");
  } catch (error) {
    throw new ProgramProblem(error instanceof Error ? error.message : "");
  }
  const search: Implementation =
    name === "matches"
      ? (value) => compiled.matches(value as string)
      : implementationOf(
          count > 2 ? "string_find_all_string_int" : name === "find" ? "string_find_string" : "string_find_all_string",
        );
  const run: Implementation = (...values) => (typeof values[0] === "string" ? search(...values) : noSuchOverload);
  return { name, overload, run, endsEarly: true };
}

/**
 * Returns an implementation that checks the types of its arguments when it is called, because some
 * types are known only during the evaluation.
 */
function guarded(name: string, { parameters }: Overload, run: Implementation): Implementation {
  return (...values) =>
    values.every((value, index) => hasType(value, parameters[index])) ? run(...values) : unsupported(name, values);
}

function checkedRun(name: string, overload: Overload, run: Implementation): Implementation {
  if (singletons.has(name)) return ofLists(name, run);
  if (name === "flatten") return flattening(overload, run);
  return unguarded.has(name) ? run : guarded(name, overload, run);
}

/**
 * Returns the implementation of `flatten`. Its error message prints types in another form than the
 * messages of other functions.
 */
function flattening({ parameters }: Overload, run: Implementation): Implementation {
  return (...values) => {
    const [list = null, depth] = values;
    if (list instanceof ListValue && (depth === undefined || hasType(depth, parameters[1]))) return run(...values);
    const given = depth === undefined ? "" : typeText(depth);
    return new EvaluationError(`no such overload: ${typeText(list)}.flatten(${given})`);
  };
}

function typeText(value: Value): string {
  return printed(new CELType(typeOfValue(value)));
}

function ofLists(name: string, run: Implementation): Implementation {
  return (...values) => (values[0] instanceof ListValue ? run(...values) : noSuchOperator(name, values[0] ?? null));
}

/**
 * Returns an implementation that selects the overload by the types of the arguments when it is
 * called.
 */
function dispatched(name: string, overloads: readonly Overload[]): Implementation {
  const runs = overloads.map(({ id, parameters }) => ({ parameters, run: implementations.get(id) }));
  const isGuarded = !unguarded.has(name);
  return (...values) => {
    for (const { parameters, run } of runs) {
      if (run === undefined || parameters.length !== values.length) continue;
      if (!isGuarded || values.every((value, index) => hasType(value, parameters[index]))) return run(...values);
    }
    return unsupported(name, values);
  };
}

function unsupported(name: string, values: readonly Value[]): Result {
  return new EvaluationError(`no such overload: ${name}(${values.map((value) => typeOfValue(value).name).join(", ")})`);
}
