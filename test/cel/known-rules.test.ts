import { describe } from "vitest";
import type { CELRuleSchema } from "../../runtime/cel/index.js";
import { knownCRDs } from "../corpus/crds/crds.js";
import { Random } from "../fuzz/random.js";
import { compareWithGo } from "../judge/compare-with-go.js";
import { replay, type Case } from "./evaluation/cases.js";
import { randomValue } from "./evaluation/schema.js";

/**
 * @file Evaluates the rules of the CRDs of known projects on random values, and compares errors and
 * costs with those of Kubernetes.
 */

/** The longest JSON of a schema that is compared. Only one schema is longer. */
const longest = 50_000;

/** Returns the different parts of schemas that have rules. */
function partsWithRules(): readonly CELRuleSchema[] {
  const found = new Map<string, CELRuleSchema>();
  const visit = (part: CELRuleSchema): void => {
    const text = JSON.stringify(part);
    if (part["x-kubernetes-validations"] !== undefined && text.length < longest) found.set(text, part);
    for (const inner of [part.items, part.additionalProperties, ...Object.values(part.properties ?? {})])
      if (typeof inner === "object" && !Array.isArray(inner)) visit(inner as CELRuleSchema);
  };
  for (const { spec } of knownCRDs()) for (const { schema } of spec.versions) visit(schema?.openAPIV3Schema ?? {});
  return [...found.values()];
}

const parts = partsWithRules();

/** The strings in the rules of each part. */
const constants = new WeakMap<CELRuleSchema, readonly string[]>();

function constantsOf(part: CELRuleSchema): readonly string[] {
  let known = constants.get(part);
  if (known === undefined) {
    const found = JSON.stringify(part).matchAll(/'([^'\\]*)'/g);
    constants.set(part, (known = Array.from(found, ([, text = ""]) => text)));
  }
  return known;
}

function caseOf(seed: number): Case {
  const random = new Random(seed);
  const schema = parts[seed % parts.length] ?? {};
  const texts = constantsOf(schema);
  const value = (): string => randomValue(random, schema, 5, texts);
  const steps = Array.from({ length: 3 }, () => ({
    expression: "",
    version: "1.36",
    schema,
    isRoot: false,
    self: value(),
    ...(random.chance(0.5) && { oldSelf: value() }),
    budget: 10_000_000,
  }));
  return { steps };
}

describe("rules of known projects have the errors and costs of Kubernetes", () => {
  compareWithGo({
    name: "cel",
    answers: "known-rules-answers.txt",
    recorded: 1000,
    quick: parts.length,
    caseOf,
    replay,
  });
});
