import { pattern } from "../../pattern/index.js";
import type { CELEnvironment } from "../environment/environment.js";
import type { Overload } from "../functions/declaration.js";
import { noSuchOverload } from "../values/equality.js";
import { typeOfValue } from "../values/describe.js";
import { hasType } from "../values/has-type.js";
import { operators } from "../functions/operators.js";
import { ProgramProblem, type EvaluationPlan } from "./plan.js";
import { EvaluationError, type Implementation, type Result, type Value } from "../values/value.js";

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
  const all = environment.overloads(name) ?? [];
  const regularExpression = searches.has(name) ? constantString(plans[1]) : undefined;
  if (regularExpression !== undefined)
    return { name, overload, run: searchFor(regularExpression, plans.length, all), endsEarly: true };
  const own = Object.hasOwn(operators, name) ? operators[name] : undefined;
  const endsEarly = plans.length > 2;
  if (own !== undefined) return { name, overload, run: own, endsEarly };
  const known = all.find(({ id }) => id === overload) ?? (all.length === 1 ? all[0] : undefined);
  if (known === undefined) return { name, overload, run: dispatched(name, all), endsEarly: true };
  return { name, overload, run: dispatched(name, [known]), endsEarly: endsEarly || manyArguments.has(known.id) };
}

function constantString(plan: EvaluationPlan | undefined): string | undefined {
  return plan?.kind === "constant" && typeof plan.value === "string" ? plan.value : undefined;
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
  const { parameters, run } = overloads.find((each) => each.parameters.length === count) as Overload;
  const search = run ?? ((value): boolean => compiled.matches(value as string));
  return (...values) =>
    values.every((value, index) => hasType(value, parameters[index])) ? search(...values) : noSuchOverload;
}

/**
 * Returns an implementation that selects the overload by the types of the arguments when it is
 * called, because some types are known only during the evaluation.
 */
function dispatched(name: string, overloads: readonly Overload[]): Implementation {
  const isGuarded = !unguarded.has(name);
  return (...values) => {
    const fits = ({ parameters }: Overload): boolean =>
      parameters.length === values.length &&
      (!isGuarded || values.every((value, index) => hasType(value, parameters[index])));
    const run = overloads.find(fits)?.run;
    return run === undefined ? unsupported(name, values) : run(...values);
  };
}

function unsupported(name: string, values: readonly Value[]): Result {
  return new EvaluationError(`no such overload: ${name}(${values.map((value) => typeOfValue(value).name).join(", ")})`);
}
