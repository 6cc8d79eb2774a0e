import { replaceMarker, remedy } from "../../engine/base/fix.js";
import { groupVersionOf, internalVersion } from "../../engine/model/group-version.js";
import type { Marker } from "../../engine/markers/marker.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { hasMember } from "../../engine/model/facts/has-member.js";
import { isValidationMarker } from "./read-markers.js";
import { validationProblems } from "../problem-codes/validation.js";

/**
 * Validation functions that the markers of a package request, with the types for which they are
 * generated.
 */
export interface Activation {
  readonly pkg: Package;
  /**
   * Package that declares the types: the package that `+k8s:validation-gen-input` names, or else
   * the package itself.
   */
  readonly input: Package;
  readonly active: boolean;
  /**
   * True if types also imply rules: for example, a property without `?` is required. False if only
   * markers declare rules, as in Kubernetes.
   */
  readonly infers: boolean;
  /** True if a marker disables validation for the package. */
  readonly isOff: boolean;
  /** Types for which a function is generated if they have rules, sorted by name. */
  readonly roots: readonly TypeDeclaration[];
  /** True if the generated file registers the functions with a scheme. */
  readonly registers: boolean;
  readonly problems: readonly Problem[];
}

const marker = "k8s:validation-gen";

/**
 * Returns the types that the markers of a package select. Without a marker, these are the kinds of
 * the package, but none for a package that validates the types of another package. For an internal
 * hub without validation markers, the result is also empty, because a server validates objects in
 * the versions that clients use. A list of kinds is selected only by its own marker.
 */
export function activate(universe: Universe, pkg: Package): Activation {
  const problems: Problem[] = [];
  const own = pkg.markers.filter(({ name }) => name === marker);
  const external = pkg.markers.find(({ name }) => name === "k8s:validation-gen-input")?.folder;
  const input = external === undefined ? pkg : (packageById(universe, external.id) ?? pkg);
  const types = Object.values(input.types).filter(({ exported, shape }) => exported && shape.kind !== "opaque");
  const isKind = ({ shape }: TypeDeclaration): boolean => shape.kind === "object" && shape.typeMeta !== undefined;
  const values = own.flatMap(({ value = "" }) => value.split(",").map((one) => one.trim()));
  const isOff = values.includes("false");
  const isUnchecked = own.length === 0 && (input !== pkg || (isInternalHub(universe, pkg) && !hasRuleMarkers(pkg)));
  for (const one of own) {
    const value = one.value ?? "";
    if (/^(\*|\w+|TypesWithField=.+|TypesWithSuffix=.+)$/.test(value) && value !== "true") continue;
    problems.push({
      ...validationProblems.is("validation/bad-marker-value"),
      message: `+${marker}=${value} does not have a valid value, such as TypesWithField=TypeMeta`,
      ...remedy(replaceMarker(one, `+${marker}=TypesWithField=TypeMeta`)),
      position: one.position,
    });
  }
  const selects = (type: TypeDeclaration): boolean =>
    own.length === 0
      ? !isUnchecked && isKind(type)
      : values.some((value) => {
          if (value === "*") return true;
          const [, key, name = ""] = /^(TypesWithField|TypesWithSuffix)=(.+)$/.exec(value) ?? [];
          // Older releases of Go's tool accept the field name without the key `TypesWithField`.
          if (key === undefined) return value !== "false" && hasMember(universe, type, value);
          return key === "TypesWithField" ? hasMember(universe, type, name) : type.name.endsWith(name);
        });
  const roots = isOff
    ? []
    : types.filter((type) => {
        const wanted = type.markers.find(({ name }) => name === marker)?.value;
        if (wanted === "false" || wanted === "true") return wanted === "true";
        return selects(type) && !isList(universe, type);
      });
  const nil = pkg.markers.some(({ name, value }) => name === "k8s:validation-gen-scheme-registry" && value === "nil");
  return {
    pkg,
    input,
    active: !isOff && (own.length > 0 || roots.length > 0),
    infers: !input.markers.some(({ name, value }) => name === "k8s:validation-gen:infer" && value === "none"),
    isOff,
    roots: [...roots].sort((a, b) => orderStrings(a.name, b.name)),
    registers: !nil && pkg.markers.some(({ name }) => name === "groupName"),
    problems,
  };
}

function isInternalHub(universe: Universe, pkg: Package): boolean {
  return groupVersionOf(universe, pkg)?.version === internalVersion;
}

function hasRuleMarkers({ types }: Package): boolean {
  const isRule = ({ name }: Marker): boolean => isValidationMarker(name);
  return Object.values(types).some(
    ({ markers, shape }) =>
      markers.some(isRule) || (shape.kind === "object" && shape.fields.some((field) => field.markers.some(isRule))),
  );
}

/** Reports whether a type is the list of a kind, that is, whether it has ListMeta. */
function isList(universe: Universe, { shape }: TypeDeclaration): boolean {
  if (shape.kind !== "object") return false;
  const isListMeta = (id: string): boolean => typeById(universe, id)?.name === "ListMeta";
  return (
    shape.bases.some(isListMeta) ||
    shape.fields.some(({ name, type }) => name === "metadata" && type.kind === "ref" && isListMeta(type.to))
  );
}
