import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { TypeDeclaration, Field } from "../../engine/model/universe.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { checkDefaults } from "../presence/check-defaults.js";
import { checkTypedMarkers as checkConstraints } from "../json-schema/check-markers.js";
import { countIn } from "../markers/constraints.js";
import { selectableProblems } from "../kinds/selectable-fields.js";
import { subresourceProblems } from "../kinds/subresources.js";
import { checkMergeMarkers as checkListMarkers } from "../type-schemas/check-markers.js";
import { withoutCEL, immutable, isMemberMarker, unionDiscriminator } from "../markers/crd.js";
import { readEveryRule } from "../rules/model.js";
import { problemAt } from "../markers/problem-at.js";
import { crdProblems, celProblems } from "../problem-codes/crd.js";
import { escapedName } from "../../runtime/cel/index.js";

/**
 * Returns the problems of markers that a CustomResourceDefinition uses. Most of them are also
 * reported by the schema, openapi, register, defaults or validation generator, which use the same
 * markers. A run prints equal problems once.
 * @param types types that the definitions describe
 */
export function markerProblems(input: PlanInput, types: ReadonlySet<TypeDeclaration>): readonly Problem[] {
  const { universe } = input;
  const all = [...types];
  const scope = { universe, load: input.load };
  return [
    ...all.flatMap((type) => [
      ...checkListMarkers(universe, type),
      ...checkConstraints(scope, type),
      ...pathProblems(input, type),
      ...unreachableNames(type),
      ...idleWithoutCEL(type),
    ]),
    ...defaultProblems(input, types),
    ...ruleProblems(input, all),
  ];
}

/** Returns the mistakes in the validation markers of the given types and of their properties. */
function ruleProblems(input: PlanInput, types: readonly TypeDeclaration[]): readonly Problem[] {
  const lineOf = ({ position: { file, line } }: { readonly position: Position }): string => `${file}:${String(line)}`;
  const lines = new Set(types.flatMap(markersIn).map(lineOf));
  return readEveryRule(input).problems.filter((problem) => lines.has(lineOf(problem)));
}

/** Returns the markers of a type and its properties. */
function markersIn({ markers, shape }: TypeDeclaration): readonly Marker[] {
  return shape.kind === "object" ? [...markers, ...shape.fields.flatMap((field) => field.markers)] : markers;
}

/**
 * Warns of `+k8s:crd-gen:without-cel` on a type without a marker such as `ExactlyOneOf`. The marker
 * affects only the rules of such markers.
 */
function idleWithoutCEL({ name, markers }: TypeDeclaration): readonly Problem[] {
  const marker = withoutCEL.find({ markers });
  if (marker === undefined || markers.some((one) => countIn(one) !== undefined)) return [];
  const message = `+${withoutCEL.name} has no effect: ${name} has no +kubebuilder:validation:ExactlyOneOf, AtMostOneOf or AtLeastOneOf`;
  return [problemAt(marker, crdProblems.is("crd/idle-marker"), message, remedy(removeMarker(marker)))];
}

/**
 * Returns the problems of paths in markers for subresources and selectable fields. Omits the
 * problem of a missing property `status`, because API servers allow the status subresource without
 * this property.
 */
function pathProblems({ universe }: PlanInput, type: TypeDeclaration): readonly Problem[] {
  const subresources = subresourceProblems(universe, type).filter(({ code }) => code !== "register/no-status");
  return [...subresources, ...selectableProblems(universe, type)];
}

/**
 * Returns the errors of defaults. Omits the warnings about defaults that a server never uses,
 * because a CustomResourceDefinition uses these defaults.
 */
function defaultProblems({ universe, packages }: PlanInput, types: ReadonlySet<TypeDeclaration>): readonly Problem[] {
  return packages.flatMap((pkg) => {
    const own = Object.entries(pkg.types).filter(([, type]) => types.has(type));
    const problems = checkDefaults(universe, { ...pkg, types: Object.fromEntries(own) });
    return problems.filter(({ severity }) => severity === "error");
  });
}

/**
 * Reports markers that need a CEL rule about a property, if CEL cannot refer to the property's
 * name, such as `$ref`.
 */
function unreachableNames(type: TypeDeclaration): readonly Problem[] {
  const counting = withoutCEL.has(type) ? [] : type.markers;
  const own = counting.flatMap((marker) =>
    (countIn(marker)?.names ?? []).flatMap((name) => unreachable(type, marker, name)),
  );
  const fields = type.shape.kind === "object" ? type.shape.fields.filter(({ from }) => from === undefined) : [];
  return [...own, ...fields.flatMap((field) => unreachableOfField(type, field))];
}

function unreachableOfField(type: TypeDeclaration, { markers, name, optional, nullable }: Field): readonly Problem[] {
  const marker = markers.find(
    (one) =>
      isMemberMarker(one) ||
      unionDiscriminator.matches(one) ||
      ((optional || nullable === true) && immutable.matches(one)),
  );
  return marker === undefined ? [] : unreachable(type, marker, name);
}

function unreachable({ name: of }: TypeDeclaration, marker: Marker, name: string): readonly Problem[] {
  if (escapedName(name) !== undefined) return [];
  const message = `+${marker.name} of ${of} requires a CEL rule about the property ${JSON.stringify(name)}, but CEL cannot express this name`;
  const hint =
    "use a name of letters, digits, _, -, . and / that begins with a letter or _; or check the values in a webhook";
  return [problemAt(marker, celProblems.is("cel/unreachable"), message, { hint })];
}
