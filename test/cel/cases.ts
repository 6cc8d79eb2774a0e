import { Random } from "../fuzz/random.js";
import { checkExpression, parseExpression, ruleCosts, type CELSchema } from "../../runtime/cel/index.js";
import { expressions } from "./expressions.js";
import { hostile } from "./hostile-expressions.js";
import { typedExpressions } from "./typed-expressions.js";
import { randomExpression } from "./random-expression.js";
import { randomTypedExpression } from "./random-typed.js";
import { randomRuleSchema } from "./rules.js";
import { schemas } from "./schemas.js";
import { treeText } from "./tree-text.js";

/**
 * An expression in the language of a version of Kubernetes. With a schema, its types are checked.
 */
export interface Step {
  readonly expression: string;
  readonly version: string;
  readonly schema?: CELSchema;
  readonly isRoot?: boolean;
  readonly optionalOldSelf?: boolean;
  /** The costs of the rules in the schema are estimated. */
  readonly hasRules?: true;
}

export interface Case {
  readonly steps: readonly Step[];
}

/** The tree or the type of an expression, or the text of its faults. */
export interface Outcome {
  readonly tree?: string;
  readonly type?: string;
  readonly usesOldSelf?: true;
  readonly cost?: string;
  readonly costs?: readonly string[];
  readonly error?: string;
}

/** The number of cases that `make test` replays. */
export const quickCases = 700;
export const recordedCases = 2000;
/** The seed of the first hostile expression. */
const firstHostile = 1200;

const versions = ["1.27", "1.31", "1.37"];
const allVersions = ["1.23", "1.27", "1.28", "1.29", "1.30", "1.31", "1.32", "1.33", "1.34", "1.37", "1.37", "1.37"];

/** Returns the case of a seed: a listed expression, or random ones. */
export function caseOf(seed: number): Case {
  const listed = expressions[seed] ?? hostile[seed - firstHostile];
  if (listed !== undefined) return { steps: versions.map((version) => ({ expression: listed, version })) };
  const typed = typedExpressions[seed - expressions.length];
  const [schema] = schemas;
  if (typed !== undefined && schema !== undefined)
    return { steps: versions.map((version) => ({ expression: typed, version, schema, isRoot: true })) };
  const random = new Random(seed);
  const roll = random.next();
  return { steps: roll < 0.35 ? parseSteps(random) : roll < 0.9 ? checkSteps(random) : ruleSteps(random) };
}

function parseSteps(random: Random): readonly Step[] {
  const version = random.pick(versions);
  return Array.from({ length: 5 }, () => ({ expression: randomExpression(random), version }));
}

function checkSteps(random: Random): readonly Step[] {
  const version = random.pick(allVersions);
  return Array.from({ length: 5 }, () => ({
    expression: randomTypedExpression(random),
    version,
    schema: random.chance(0.8) ? (schemas[0] as CELSchema) : random.pick(schemas),
    isRoot: random.chance(0.5),
    optionalOldSelf: random.chance(0.2),
  }));
}

function ruleSteps(random: Random): readonly Step[] {
  const version = random.pick(["1.29", "1.34", "1.37"]);
  return [{ expression: "", version, schema: randomRuleSchema(random), hasRules: true }];
}

/** Returns the outcomes of the expressions of a case. */
export function replay({ steps }: Case): readonly Outcome[] {
  return steps.map((step) => {
    const { schema, version } = step;
    if (schema === undefined) return parseOutcome(step);
    return step.hasRules === true ? { costs: costsOf(schema, version) } : checkOutcome(step, schema);
  });
}

function costsOf(schema: CELSchema, version: string): readonly string[] {
  return ruleCosts(schema, { version })
    .map(({ path, rule, estimated, places }) => `${path}: ${rule}: ${priceText(estimated, places)}`)
    .toSorted();
}

/** A wrong rule has no price. */
function priceText(estimated: bigint, places: bigint): string {
  return estimated === 0n ? "wrong" : `${String(estimated)} * ${String(places)}`;
}

function parseOutcome({ expression: text, version }: Step): Outcome {
  const parsed = parseExpression(text, version);
  return parsed.faults === undefined ? { tree: treeText(text, parsed.expression) } : { error: parsed.text };
}

function checkOutcome(step: Step, schema: CELSchema): Outcome {
  const checked = checkExpression(step.expression, schema, step);
  // The numbers of type parameters are random in Go.
  if (checked.faults !== undefined) return { error: checked.text.replaceAll(/_var\d+/g, "_var") };
  const { type, usesOldSelf, estimatedCost } = checked;
  return { type, ...(usesOldSelf && { usesOldSelf }), cost: String(estimatedCost) };
}
