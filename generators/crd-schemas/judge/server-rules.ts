import type { PlanInput } from "../../../engine/plan/generator.js";
import type { Problem } from "../../../engine/base/problem.js";
import { kindsWithoutDefinition } from "../kinds.js";
import { rootSchema } from "../schema/root-schema.js";
import { refusals } from "./judge.js";

/**
 * Returns the mistakes in the CEL rules of kinds without a CustomResourceDefinition, because a
 * server evaluates these rules. An excessive estimated cost is not a mistake here, because only
 * clusters limit these costs.
 */
export function mistakesInServerRules(input: PlanInput): readonly Problem[] {
  return kindsWithoutDefinition(input).flatMap((kind) => {
    const versions = kind.versions.map(({ type }) => ({
      schema: { openAPIV3Schema: rootSchema(input, type).schema },
    }));
    const problems = refusals(input, kind, { spec: { versions } });
    return problems.filter(({ code }) => code.startsWith("cel/") && code !== "cel/cost");
  });
}
