import type { Generator, Plan, PlanInput } from "../../engine/plan/generator.js";
import { otherOpenAPIMarkers } from "../markers/known/openapi.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { names } from "../../engine/base/names.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import type { AcceptScope } from "../json-schema/accepts.js";
import { checkTypedMarkers } from "../json-schema/check-markers.js";
import { documentedTypes } from "../json-schema/documented-types.js";
import { foreignMarkers, openapiMarkers } from "../markers/openapi.js";
import { ruleViolations } from "./api-rules/violations.js";
import { checkReferences } from "./check-references.js";
import { docsConstant, planDocs } from "./docs.js";
import { planFile } from "./file.js";
import { openapiProblems } from "../problem-codes/openapi.js";

/**
 * Generates `GetOpenAPIDefinitions` for every version, and the descriptions of its types. Programs
 * load the generated files only when they need OpenAPI documents.
 */
export const openapi: Generator = {
  name: "openapi",
  description: "OpenAPI definitions: GetOpenAPIDefinitions",
  outputs: { openapi: "zz_generated.openapi.ts", docs: "zz_generated.docs.ts" },
  after: ["schema"],
  markers: openapiMarkers,
  problems: [openapiProblems],
  otherMarkers: otherOpenAPIMarkers,
  alsoReads: foreignMarkers,
  options: {
    reportFilename: {
      kind: "file",
      description: "the file with the known violations of API rules; if absent, no API rule is checked",
    },
  },
  templates: new URL("../../templates/openapi/", import.meta.url),
  plan,
};

function plan(input: PlanInput): Plan {
  const { universe } = input;
  const documented = documentedTypes(input);
  const scope: Scope = { input, documented, accept: { universe, load: input.load } };
  const plans = input.packages.flatMap((pkg) => {
    const types = Object.values(pkg.types)
      .filter((type) => documented.has(type))
      .sort((a, b) => orderStrings(a.name, b.name));
    const deps = types.map(({ name }) => name);
    return types.length === 0 ? [] : [input.memo("file", pkg.id, deps, () => planPackage(scope, pkg, types))];
  });
  const [first] = documented;
  const report = ruleViolations(universe, documented, input.options["reportFilename"]);
  return {
    files: plans.flatMap(({ files }) => files),
    problems: [
      ...plans.flatMap(({ problems }) => problems),
      ...(first === undefined || input.selected.has("schema") ? [] : [noSchemas(first)]),
    ],
    ...(report === undefined ? {} : { report }),
  };
}

/** Data that the files of all packages share. */
interface Scope {
  readonly input: PlanInput;
  readonly documented: ReadonlySet<TypeDeclaration>;
  readonly accept: AcceptScope;
}

function planPackage({ input, documented, accept }: Scope, pkg: Package, types: readonly TypeDeclaration[]) {
  const problems = types.flatMap((type) => [
    ...checkTypedMarkers(accept, type),
    ...checkReferences(input, documented, type),
  ]);
  const schemas = types.map(({ name }) => input.emitted(pkg.id, names.schema(name))?.from).find(isPath);
  if (schemas === undefined) return { files: [], problems };
  const described = planDocs(input, pkg, types);
  const docs = described && { symbol: docsConstant, from: described.path };
  return {
    files: [
      planFile(input, pkg, { types, documented, schemas, docs }),
      ...(described === undefined ? [] : [described]),
    ],
    problems,
  };
}

function isPath(path: string | undefined): path is string {
  return path !== undefined;
}

function noSchemas({ position }: TypeDeclaration): Problem {
  return {
    ...openapiProblems.is("openapi/no-schema"),
    message: 'no OpenAPI definitions are generated, because the generator "schema" is disabled',
    hint: 'add "schema" to "generators" in codegen.config.json',
    position,
  };
}
