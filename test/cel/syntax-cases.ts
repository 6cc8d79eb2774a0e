import { Random } from "../fuzz/random.js";
import { parseExpression } from "../../runtime/cel/index.js";
import { expressions, hostile } from "./expressions.js";
import { randomExpression } from "./random-expression.js";
import { treeText } from "./tree-text.js";

/** Expressions in the language of a version of Kubernetes. */
export interface SyntaxCase {
  readonly steps: readonly { readonly expression: string; readonly version: string }[];
}

export interface SyntaxOutcome {
  readonly tree?: string;
  readonly error?: string;
}

const versions = ["1.27", "1.31", "1.37"];

/** The number of cases that `make test` replays. */
export const quickCases = 600;
export const recordedCases = 1500;
/** The seed of the first hostile expression. */
const firstHostile = 1000;

/** Returns the case of a seed: a listed expression, or random ones. */
export function syntaxCase(seed: number): SyntaxCase {
  const listed = expressions[seed] ?? hostile[seed - firstHostile];
  if (listed !== undefined) return { steps: versions.map((version) => ({ expression: listed, version })) };
  const random = new Random(seed);
  const version = random.pick(versions);
  return { steps: Array.from({ length: 5 }, () => ({ expression: randomExpression(random), version })) };
}

export function parseSteps({ steps }: SyntaxCase): readonly SyntaxOutcome[] {
  return steps.map(({ expression: text, version }) => {
    const parsed = parseExpression(text, version);
    return parsed.faults === undefined ? { tree: treeText(text, parsed.expression) } : { error: parsed.text };
  });
}
