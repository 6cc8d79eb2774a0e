import type { PlanInput } from "../../../engine/plan/generator.js";
import { formatPosition, type Problem } from "../../../engine/base/problem.js";
import {
  crdErrors,
  errorBody,
  languageOf,
  placesOf,
  valueAt,
  type CRD,
  type FieldError,
  type Place,
  type Schema,
} from "../../../runtime/crd/index.js";
import { activate } from "../../rules/activation.js";
import type { CustomKind, KindVersion } from "../kinds.js";
import { partProblem } from "./definition-part.js";
import { explain, type Refusal } from "./explain.js";
import { isFaulty, markerOf, markerOfRule } from "./markers-of.js";
import type { Rule } from "../schema/json-schema.js";
import { originOf } from "./origin.js";
import { boundsOf, versionIn } from "./rule-costs.js";

/**
 * Returns the errors that Kubernetes reports for a definition, each as a problem of the marker, the
 * property or the type that causes it.
 */
export function refusals(input: PlanInput, custom: CustomKind, crd: CRD): readonly Problem[] {
  const kubernetes = versionIn(input.options);
  const errors = crdErrors(crd, kubernetes === undefined ? {} : { kubernetes });
  // The name contains the group.
  const isGroupWrong = errors.some(({ field }) => field === "spec.group");
  const problems = errors
    .filter(({ field, detail }) => !isOfVersions.test(detail) && !(isGroupWrong && field === "metadata.name"))
    .flatMap((error) => placesOf(crd, error.field).flatMap((place) => problemAt(input, custom, crd, { error, place })));
  return withoutSums(problems);
}

/**
 * Returns problems with at most one about costs at a position, and none where another mistake is.
 * The sum of all costs is left out if a rule is named.
 */
function withoutSums(problems: readonly Problem[]): readonly Problem[] {
  const costs = problems.filter(({ code }) => code === "cel/cost");
  const at = ({ position }: Problem) => formatPosition(position);
  const isSum = ({ message }: Problem) => message.includes("cost of the rules of ");
  return problems.filter((one) => {
    if (one.code !== "cel/cost") return true;
    const first =
      problems.find((other) => at(other) === at(one) && other.code !== "cel/cost") ??
      costs.find((other) => at(other) === at(one));
    return first === one && (!isSum(one) || costs.every(isSum));
  });
}

/** Errors that `versionProblems` reports. */
const isOfVersions =
  /exactly one version marked as storage version|at least one stored version|must have the storage version/;

interface ErrorAt {
  readonly error: FieldError;
  readonly place: Place;
}

function problemAt(input: PlanInput, custom: CustomKind, crd: CRD, { error, place }: ErrorAt): readonly Problem[] {
  const [, , index, ...part] = place;
  const version = custom.versions[typeof index === "number" ? index : 0] ?? custom.versions[0];
  if (version === undefined) return [];
  const [schema, root, ...inSchema] = part;
  if (schema !== "schema" || root !== "openAPIV3Schema")
    return [partProblem({ custom, version, place, text: errorBody(error) })];
  return schemaProblem(input, version, { error, place: inSchema }, valueAt(crd, place.slice(0, 5)));
}

function schemaProblem(
  input: PlanInput,
  { pkg, type }: KindVersion,
  { error, place }: ErrorAt,
  root: unknown,
): readonly Problem[] {
  const { universe, selected } = input;
  const origin = originOf(universe, type, place);
  const [keyword = "", index] = origin.rest;
  // The generator validation reports patterns with the same text.
  if (keyword === "pattern" && selected.has("validation") && activate(universe, pkg).active) return [];
  const isRule = keyword === "x-kubernetes-validations";
  const written = isRule
    ? (valueAt(root, [...place.slice(0, -origin.rest.length), keyword, index ?? 0]) as Rule | undefined)
    : undefined;
  const rule = written?.rule;
  const cause = written === undefined ? markerOf(origin, String(keyword)) : markerOfRule(origin, written);
  if (cause !== undefined && isFaulty(cause.marker)) return [];
  const isExpensive = isRule && rule !== undefined && root !== undefined;
  const refusal: Refusal = {
    universe,
    language: languageOf(versionIn(input.options)),
    origin,
    cause,
    field: error.field,
    text: errorBody(error),
    detail: error.detail,
    bounds:
      isExpensive && error.detail.startsWith("estimated rule cost")
        ? boundsOf(input, type, root as Schema, { place: place.slice(0, -origin.rest.length), rule })
        : [],
    position: cause?.marker.position ?? origin.owners[0]?.position ?? type.position,
  };
  // A type that could not be read is missing in the schema.
  return [{ position: refusal.position, needsTypesOf: [pkg.id], ...explain(refusal) }];
}
