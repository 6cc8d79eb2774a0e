import type { Marker } from "../../engine/markers/marker.js";
import type { Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { Position } from "../../engine/base/problem.js";
import { reportMarker, type MarkerContext, type Reader } from "./context.js";
import { remedy, removeMarker, replaceMarker } from "../../engine/base/fix.js";
import { upperFirstLetter } from "../../engine/util/first-letter.js";
import { elementType, nativeKind } from "./native.js";
import { isValidationMarker } from "./read-markers.js";
import { isNothing, type Validations } from "./rule.js";
import { validationProblems } from "../problem-codes/validation.js";

/** A property or alias whose type is checked. */
interface Shaped {
  readonly name: string;
  readonly type: Type;
  readonly markers: readonly Marker[];
  readonly position: Position;
}

/**
 * Reports a type that Kubernetes cannot validate. If the types of a package imply rules, only types
 * with markers are reported.
 */
export function checkShape(reader: Reader, { name, type, markers, position }: Shaped, owner: TypeDeclaration): void {
  const shape = unsupported(reader, type);
  if (shape === undefined) return;
  if (reader.infers(owner.package) && !markers.some(({ name }) => isValidationMarker(name))) return;
  reader.report({
    ...validationProblems.is("validation/unsupported-shape"),
    message: `${name === owner.name ? name : `${owner.name}.${name}`} is ${shape}, for which rules are not supported`,
    hint: "declare an interface with the inner value as a property: the property can have rules",
    position,
  });
}

/** Reports a validation marker on a map whose values are lists. */
export function mapOfLists(reader: Reader, { value, owner, field }: MarkerContext, validations: Validations): void {
  const { universe } = reader;
  const element = nativeKind(universe, value.type) === "map" ? elementType(universe, value.type) : undefined;
  if (element === undefined || nativeKind(universe, element) !== "list" || isNothing(validations)) return;
  const marker = (field?.markers ?? owner.markers).find(({ name }) => isValidationMarker(name));
  if (marker === undefined) return;
  // controller-gen's MinProperties and MaxProperties are permitted on a map of lists.
  const [, limit] = /^k8s:(min|max)Properties$/.exec(marker.name) ?? [];
  const other = `+kubebuilder:validation:${upperFirstLetter(limit ?? "")}Properties=${marker.value ?? ""}`;
  const advice = limit === undefined ? undefined : remedy(replaceMarker(marker, other), removeMarker(marker));
  reportMarker({ reader, marker }, "validation/unsupported-shape", "cannot be used on a map of lists", advice);
}

function unsupported({ universe }: Reader, type: Type): string | undefined {
  const kind = nativeKind(universe, type);
  if (kind === "tuple") return "a tuple";
  const element = elementType(universe, type);
  if (element === undefined) return undefined;
  const inner = nativeKind(universe, element);
  if (kind === "list") return inner === "list" ? "a list of lists" : inner === "map" ? "a list of maps" : undefined;
  return inner === "map" ? "a map of maps" : undefined;
}
