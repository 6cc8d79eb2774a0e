import type { PlanInput } from "../../../engine/plan/generator.js";
import { formatPosition, type Problem } from "../../../engine/base/problem.js";
import {
  crdErrors,
  errorBody,
  languageOf,
  pathsOfField,
  valueInDefinition,
  withoutDefaults,
  type CRD,
  type FieldError,
  type DefinitionPath,
  type CRDSchema,
} from "../../../runtime/crd/index.js";
import { activate } from "../../rules/activation.js";
import type { CustomKind, KindVersion } from "../kinds.js";
import { partProblem } from "./definition-part.js";
import { explainRefusal, type SchemaRefusal } from "./explain.js";
import { hasProblem, markerOf, markerOfRule } from "./markers-of.js";
import type { SchemaRule } from "../schema/json-schema.js";
import { schemaOrigin } from "./origin.js";
import { costBounds, oldestVersion } from "./rule-costs.js";

/**
 * Returns the errors that Kubernetes reports for a definition, as problems. Each problem is at the
 * marker, property or type that causes the error.
 */
export function refusals(input: PlanInput, custom: CustomKind, crd: CRD): readonly Problem[] {
  const errors = definitionErrors(crd, oldestVersion(input.options));
  // The name of a definition contains the group, so an invalid group also makes the name invalid.
  const isGroupWrong = errors.some(({ field }) => field === "spec.group");
  const found = errors
    .filter(({ field, detail }) => !isOfVersions.test(detail) && !(isGroupWrong && field === "metadata.name"))
    .flatMap((error) =>
      pathsOfField(crd, error.field).flatMap((place) => problemAt(input, custom, crd, { error, place })),
    );
  return withoutSums(found);
}

/** A problem of a definition. */
interface Refused {
  readonly problem: Problem;
  /** True for an excessive total cost of all rules, which no single marker causes. */
  readonly isSum: boolean;
}

/**
 * Returns the errors of a definition. If a default is wrong, API servers do not report the errors
 * of rules. A rule that does not compile also makes each default wrong that it checks. So for wrong
 * defaults, the compile errors are removed, and the errors of the rules are added that the
 * definition without defaults has.
 */
function definitionErrors(crd: CRD, kubernetes: string | undefined): readonly FieldError[] {
  const options = kubernetes === undefined ? {} : { kubernetes };
  const errors = crdErrors(crd, options);
  if (!errors.some(({ field }) => /\.default(?:$|[.[])/.test(field))) return errors;
  // Assertion: only defaults are removed.
  const ofRules = crdErrors(withoutDefaults(crd) as CRD, options).filter(({ field }) =>
    field.includes("x-kubernetes-validations"),
  );
  return [...errors.filter(({ detail }) => !detail.startsWith("rule compile error")), ...ofRules];
}

/**
 * Removes repeated cost problems. Keeps at most one at each position, and none at a position with
 * another error. Also removes the problem of the total cost if a single rule is already reported.
 */
function withoutSums(found: readonly Refused[]): readonly Problem[] {
  const isCost = ({ problem }: Refused) => problem.code === "cel/cost";
  const isOnlySums = found.filter(isCost).every(({ isSum }) => isSum);
  const kept = found.filter((one) => {
    if (!isCost(one)) return true;
    const position = formatPosition(one.problem.position);
    const same = found.filter(({ problem }) => formatPosition(problem.position) === position);
    return same.every(isCost) && same[0] === one && (!one.isSum || isOnlySums);
  });
  return kept.map(({ problem }) => problem);
}

/** Pattern of the errors that are omitted here, because `versionProblems` reports them. */
const isOfVersions =
  /exactly one version marked as storage version|at least one stored version|must have the storage version/;

interface ErrorAt {
  readonly error: FieldError;
  readonly place: DefinitionPath;
}

function problemAt(input: PlanInput, custom: CustomKind, crd: CRD, { error, place }: ErrorAt): readonly Refused[] {
  const [, , index, ...part] = place;
  const version = custom.versions[typeof index === "number" ? index : 0] ?? custom.versions[0];
  if (version === undefined) return [];
  const [schema, root, ...inSchema] = part;
  if (schema !== "schema" || root !== "openAPIV3Schema")
    return [{ problem: partProblem({ custom, version, place, text: errorBody(error) }), isSum: false }];
  return schemaProblem(input, version, { error, place: inSchema }, valueInDefinition(crd, place.slice(0, 5)));
}

function schemaProblem(
  input: PlanInput,
  { pkg, type }: KindVersion,
  { error, place }: ErrorAt,
  root: unknown,
): readonly Refused[] {
  const { universe, selected } = input;
  const origin = schemaOrigin(universe, type, place);
  const [keyword = "", index] = origin.rest;
  // The validation generator reports an invalid pattern with the same message.
  if (keyword === "pattern" && selected.has("validation") && activate(universe, pkg).active) return [];
  const isRule = keyword === "x-kubernetes-validations";
  const written = isRule
    ? (valueInDefinition(root, [...place.slice(0, -origin.rest.length), keyword, index ?? 0]) as SchemaRule | undefined)
    : undefined;
  const rule = written?.rule;
  const cause = written === undefined ? markerOf(origin, String(keyword)) : markerOfRule(origin, written);
  if (cause !== undefined && hasProblem(cause.marker)) return [];
  // An automatic default consists of the defaults of the properties, where the error is reported.
  if (keyword === "default" && cause === undefined && origin.rest.length > 1) return [];
  const isExpensive = isRule && rule !== undefined && root !== undefined;
  const refusal: SchemaRefusal = {
    universe,
    language: languageOf(oldestVersion(input.options)),
    origin,
    cause,
    field: error.field,
    text: errorBody(error),
    detail: error.detail,
    bounds:
      isExpensive && error.detail.startsWith("estimated rule cost")
        ? costBounds(input, type, root as CRDSchema, { place: place.slice(0, -origin.rest.length), rule })
        : [],
    position: cause?.marker.position ?? origin.owners[0]?.position ?? type.position,
  };
  // A type that was not read is missing in the schema, which can cause this error. `needsTypesOf`
  // suppresses the error in that case.
  const problem = { position: refusal.position, needsTypesOf: [pkg.id], ...explainRefusal(refusal) };
  return [{ problem, isSum: cause === undefined }];
}
