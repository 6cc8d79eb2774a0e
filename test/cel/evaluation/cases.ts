import { checkSource } from "../../../runtime/cel/check/check.js";
import { ProgramProblem } from "../../../runtime/cel/evaluate/plan.js";
import { Program, type Evaluated } from "../../../runtime/cel/evaluate/program.js";
import { reader } from "../../../runtime/cel/values/read.js";
import { EvaluationError, type Result } from "../../../runtime/cel/values/value.js";
import { validateRules, CELOptional, type CELRuleSchema, type ValidateOptions } from "../../../runtime/cel/index.js";
import { SourceProblems } from "../../../runtime/cel/base/source.js";
import { schemaType, selfSchema } from "../../../runtime/cel/types/schema.js";
import { errorText } from "../../../runtime/field/index.js";
import { Random } from "../../fuzz/random.js";
import { randomTypedExpression } from "../random-typed.js";
import { decoded, randomValue, schema } from "./schema.js";
import { listed, templates, type Listed } from "./templates.js";
import { randomRules } from "./random-rules.js";
import { valueText } from "../value-text.js";

/**
 * An expression about a value of a schema; without an expression, an object whose rules are
 * evaluated.
 */
export interface Step {
  readonly expression: string;
  readonly version: string;
  readonly schema: CELRuleSchema;
  readonly isRoot: boolean;
  readonly optionalOldSelf?: boolean;
  /** JSON texts. */
  readonly self: string;
  readonly oldSelf?: string;
  readonly budget: number;
}

export interface Case {
  readonly steps: readonly Step[];
}

/** The value of an expression or its error, and its cost; or the errors of an object. */
export interface Outcome {
  readonly value?: string;
  readonly error?: string;
  readonly cost?: string;
  readonly errors?: readonly string[];
  readonly remaining?: string;
}

/** The number of recorded cases, which `make test` replays. */
export const recordedCases = 5000;

/** Returns the case of a seed. */
export function caseOf(seed: number): Case {
  const random = new Random(seed);
  if (seed % 5 === 4) return { steps: [validation(random)] };
  const given = listed[seed - Math.floor(seed / 5)];
  return { steps: Array.from({ length: 3 }, () => evaluation(random, given)) };
}

function evaluation(random: Random, given: Listed | undefined): Step {
  const isRoot = random.chance(0.3);
  const optionalOldSelf = random.chance(0.1);
  const version = random.pick(["1.37", "1.37", "1.34", "1.31", "1.29"]);
  const step = { version, schema, isRoot, optionalOldSelf };
  const expression = given?.expression ?? (random.chance(0.25) ? random.pick(templates) : randomRight(random, step));
  return {
    ...step,
    expression,
    self: given?.self ?? randomValue(random, schema),
    ...(random.chance(0.8) && { oldSelf: randomValue(random, schema) }),
    budget: random.chance(0.9) ? 1_000_000 : random.int(60),
  };
}

/** Returns an expression without faults, if a few attempts find one. */
function randomRight(random: Random, context: Pick<Step, "version" | "isRoot" | "optionalOldSelf">): string {
  for (let attempt = 0; attempt < 30; attempt++) {
    const expression = randomTypedExpression(random);
    const self = schemaType(selfSchema(schema, context.isRoot));
    if (!(checkSource(expression, { ...context, self }) instanceof SourceProblems)) return expression;
  }
  return "self.name";
}

function validation(random: Random): Step {
  const withRules = randomRules(random);
  const self = randomValue(random, withRules);
  const old = random.chance(0.4) ? self : randomValue(random, withRules);
  return {
    expression: "",
    version: "1.36",
    schema: withRules,
    isRoot: random.chance(0.5),
    self,
    ...(random.chance(0.7) && { oldSelf: old }),
    budget: random.chance(0.9) ? 10_000_000 : random.int(100),
  };
}

/** Returns the outcomes of the steps of a case. */
export function replay({ steps }: Case): readonly Outcome[] {
  return steps.map((step) => (step.expression === "" ? validated(step) : evaluated(step)));
}

/** Returns the errors of an object whose rules are evaluated, and the rest of the budget. */
export function validated(
  { schema: withRules, self, oldSelf, isRoot, budget, version }: Step,
  options: ValidateOptions = {},
): Outcome {
  const { errors, remaining } = validateRules(
    withRules,
    decoded(self),
    oldSelf === undefined ? undefined : decoded(oldSelf),
    { ...options, isRoot, version, budget: BigInt(budget), ratcheting: oldSelf !== undefined },
  );
  const texts = errors.map(errorText).toSorted();
  return { ...(texts.length > 0 && { errors: texts }), remaining: String(remaining) };
}

function evaluated(step: Step): Outcome {
  const evaluation = evaluationOf(step);
  return "closure" in evaluation ? outcomeOf(evaluation.closure(step.budget)) : evaluation;
}

/** An expression that closures can evaluate, with its values. */
export interface Evaluation {
  readonly step: Step;
  readonly self: unknown;
  readonly oldSelf: unknown;
  readonly closure: (budget: number) => Evaluated;
}

/** Returns the evaluations of a case. */
export function evaluationsOf({ steps }: Case): readonly Evaluation[] {
  return steps.flatMap((step) => {
    const evaluation = step.expression === "" ? {} : evaluationOf(step);
    return "closure" in evaluation ? [evaluation] : [];
  });
}

function evaluationOf(step: Step): Evaluation | Outcome {
  const stepSchema = selfSchema(step.schema, step.isRoot);
  const checked = checkSource(step.expression, { ...step, self: schemaType(stepSchema) });
  if (checked instanceof SourceProblems)
    return { error: `compilation: ${checked.toString().replaceAll(/_var\d+/g, "_var")}` };
  try {
    const program = new Program(checked);
    const read = reader(stepSchema);
    const self = decoded(step.self);
    const old = step.oldSelf === undefined ? undefined : decoded(step.oldSelf);
    const oldValue = oldSelf(step, old === undefined ? undefined : read(old));
    return { step, self, oldSelf: old, closure: (budget) => program.evaluate([read(self), oldValue], budget) };
  } catch (error) {
    if (error instanceof ProgramProblem) return { error: `program: ${error.message}` };
    throw error;
  }
}

function oldSelf({ optionalOldSelf = false }: Step, old: Result | undefined): Result | undefined {
  return optionalOldSelf ? new CELOptional(old) : old;
}

function outcomeOf({ value, cost }: Evaluated): Outcome {
  // Costs above the limit are only as exact as doubles.
  const text = cost > Number.MAX_SAFE_INTEGER ? "large" : String(cost);
  return value instanceof EvaluationError
    ? { error: value.message, cost: text }
    : { value: valueText(value), cost: text };
}
