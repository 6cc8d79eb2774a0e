import { remedy, removeMarker, replaceMarker } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { nearest } from "../../engine/util/nearest.js";
import { orderStrings, type Problem } from "../../engine/base/problem.js";
import { defaulterGen, defaulterInput } from "../markers/defaults.js";
import { defaultsProblems } from "../problem-codes/defaults.js";
import { hasMember } from "../../engine/model/facts/has-member.js";

export interface Activation {
  /**
   * True if a marker of the package or of a type requests defaulting functions. If the generator
   * `schema` also runs, the package then gets a defaults file even without defaults.
   */
  readonly active: boolean;
  /**
   * Package that declares the types: the package that `+k8s:defaulter-gen-input` names, or else the
   * package itself.
   */
  readonly input: Package;
  /**
   * Types for which SetObjectDefaults_<T> is generated if they contain defaults, sorted by name.
   */
  readonly roots: readonly TypeDeclaration[];
  readonly problems: readonly Problem[];
}

const usual = ["TypeMeta", "ObjectMeta", "ListMeta"];

/** Returns the types for which the markers of a package request defaulting functions. */
export function activate(universe: Universe, pkg: Package): Activation {
  const problems: Problem[] = [];
  const input = inputOf(universe, pkg);
  const { members } = defaulterGen.read(pkg);
  const objects = Object.values(input.types).filter(({ exported, shape }) => exported && shape.kind === "object");
  for (const { marker, value } of defaulterGen.readAll(pkg)) {
    if (value === "true" || value === "covers")
      problems.push(
        badValue(
          marker,
          "a package",
          "write the name of a base interface or of a property: +k8s:defaulter-gen=TypeMeta",
          "TypeMeta",
        ),
      );
    else if (value !== "false" && !usual.includes(value) && !objects.some((type) => hasMember(universe, type, value))) {
      problems.push(noSuchMember(marker, value, input));
    }
  }
  const roots = objects.filter((type) => {
    const own = ownOptIn(type, problems);
    return own ?? members.some((member) => hasMember(universe, type, member));
  });
  return {
    active: members.length > 0 || roots.length > 0,
    input,
    roots: roots.sort((a, b) => orderStrings(a.name, b.name)),
    problems,
  };
}

/**
 * Returns the package that `+k8s:defaulter-gen-input` names, or else the package itself. If the
 * named package does not exist, loading has already reported it.
 */
function inputOf(universe: Universe, pkg: Package): Package {
  const folder = defaulterInput.find(pkg)?.folder;
  return (folder === undefined ? undefined : universe.packages[folder.id]) ?? pkg;
}

/**
 * Returns the boolean value of the type's own marker; undefined if the type has no marker with a
 * boolean value. Appends to `problems`.
 */
function ownOptIn(type: TypeDeclaration, problems: Problem[]): boolean | undefined {
  const { own } = defaulterGen.read(type);
  const marker = defaulterGen.find(type);
  if (own === undefined && marker !== undefined)
    problems.push(
      badValue(
        marker,
        `the type ${type.name}`,
        "on a type, write +k8s:defaulter-gen=true or +k8s:defaulter-gen=false",
        "true",
      ),
    );
  return own;
}

function noSuchMember(marker: Marker, value: string, input: Package): Problem {
  const meant = nearest(value, usual);
  const right = `+k8s:defaulter-gen=${meant ?? "TypeMeta"}`;
  const fix = replaceMarker(
    marker,
    right,
    meant === undefined ? `to set defaults in all kinds, write ${right}` : `did you mean ${right}?`,
  );
  return {
    ...defaultsProblems.is("defaults/bad-marker-value", "warning"),
    message: `+k8s:defaulter-gen=${value} has no effect: no exported interface of ${input.id} extends ${value} or has a property of this name`,
    ...(meant === undefined ? remedy(fix, removeMarker(marker)) : remedy(fix)),
    needsAllTypes: true,
    position: marker.position,
  };
}

function badValue(marker: Marker, place: string, hint: string, right: string): Problem {
  const { value, position } = marker;
  return {
    ...defaultsProblems.is("defaults/bad-marker-value", "error"),
    message: `+k8s:defaulter-gen=${value ?? ""} is not valid on ${place}`,
    ...remedy(replaceMarker(marker, `+k8s:defaulter-gen=${right}`, hint)),
    position,
  };
}
