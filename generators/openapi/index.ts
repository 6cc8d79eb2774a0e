import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { compareText, type Problem } from "../../engine/base/problem.js";
import type { AcceptScope } from "../json-schema/accepts.js";
import { activeTypes } from "./activation.js";
import { violationsOf } from "./api-rules/violations.js";
import { checkMarkers } from "../json-schema/check-markers.js";
import { planFile } from "./file.js";
import { foreignMarkers, openapiMarkers } from "../markers/openapi.js";
import { recursiveAliases } from "./recursion.js";
import { valueTests } from "../json-schema/value-tests.js";

/**
 * Generates `GetOpenAPIDefinitions` for every version. Programs load the generated file only when
 * they need OpenAPI documents.
 */
export const openapi: Generator = {
  name: "openapi",
  description: "OpenAPI definitions: GetOpenAPIDefinitions",
  outputs: { openapi: "zz_generated.openapi.ts" },
  markers: openapiMarkers,
  alsoReads: foreignMarkers,
  options: {
    reportFilename: {
      kind: "file",
      description: "the file with the known violations of API rules; without it, no rule is checked",
    },
  },
  templates: new URL("../../templates/openapi/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { universe } = input;
  const problems: Problem[] = [];
  const active = activeTypes(input);
  const recursive = recursiveAliases(universe);
  const scope: AcceptScope = { universe, tests: valueTests(input) };
  const files = input.packages.flatMap((pkg) => {
    const types = Object.values(pkg.types)
      .filter((type) => active.has(type))
      .sort((a, b) => compareText(a.name, b.name));
    if (types.length === 0) return [];
    const deps = types.map(({ name }) => name);
    const planned = input.memo("file", pkg.id, deps, () => {
      const own = types.flatMap((type) => checkMarkers(scope, type));
      return { file: planFile(input, pkg, { types, active, recursive }, own), problems: own };
    });
    problems.push(...planned.problems);
    return [planned.file];
  });
  const report = violationsOf(universe, active, input.options["reportFilename"]);
  return { files, problems: unique(problems), ...(report === undefined ? {} : { report }) };
}

/**
 * Removes duplicate problems. An inherited property is checked once for each type that inherits it.
 */
function unique(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
