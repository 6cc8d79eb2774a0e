import { findRoleFunctions, type FoundFunctions } from "../../engine/model/functions/find-functions.js";
import type { FunctionRole } from "../../engine/model/functions/function-role.js";
import type { FunctionDeclaration, Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names, parseFunctionName } from "../../engine/base/names.js";
import { typeById } from "../../engine/model/lookup.js";
import { typeString } from "../../engine/print/type.js";
import { deepcopyProblems } from "../problem-codes/deepcopy.js";
import { addMarker, addPackageMarker, exportIt, remedyAs, removeMarker, type Fix } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { deepcopyGen } from "../markers/deepcopy.js";

/**
 * Returns the hand-written copy functions of a package, and the problems of functions whose name or
 * signature is almost correct.
 */
export function findCopyFunctions(universe: Universe, { functions, types }: Package): FoundFunctions {
  const role: FunctionRole = {
    is: (mistake) => deepcopyProblems.is(`deepcopy/${mistake}`),
    noun: "copy function",
    kind: "DeepCopy",
    spellings: ["deepcopy"],
    types: new Map(Object.entries(types)),
    signatureOf: (type, name) => signature(universe, type, name),
    match: (fn) => copiedType(universe, fn),
  };
  return findRoleFunctions(universe, role, functions);
}

/**
 * Returns the type that a function copies. Returns undefined if the function's name and signature
 * do not match.
 */
function copiedType(universe: Universe, fn: FunctionDeclaration): TypeDeclaration | undefined {
  const name = parseFunctionName(fn.name);
  const [parameter] = fn.parameters;
  if (name?.kind !== "DeepCopy" || parameter?.type?.kind !== "ref" || fn.parameters.length !== 1) return undefined;
  const type = typeById(universe, parameter.type.to);
  const returns = fn.returns?.kind === "ref" ? fn.returns.to : undefined;
  return type?.name === name.rest && returns === type.id ? type : undefined;
}

/** Returns the declaration of the copy function for a type, without its body. */
export function signature(universe: Universe, type: TypeDeclaration, name = names.deepCopy(type.name)): string {
  const text = typeString(universe, type);
  return `export function ${name}(input: ${text}): ${text}`;
}

/** Returns the problem for a field whose type has no copy function. */
export function noFunction(universe: Universe, pkg: Package, type: TypeDeclaration, position: Position): Problem {
  const fixes = advice(universe, pkg, type);
  const suggestion = fixes[0]?.text ?? `generate copy functions in ${type.package}`;
  return {
    ...deepcopyProblems.is("deepcopy/no-function"),
    message: `${typeString(universe, type)} has no copy function: ${reason(universe, pkg, type)}`,
    ...remedyAs(`${suggestion}, or write the function: ${signature(universe, type)} { … }`, ...fixes),
    position,
  };
}

function reason(universe: Universe, pkg: Package, type: TypeDeclaration): string {
  if (universe.packages[type.package]?.kind === "module")
    return `${type.package} exports no ${names.deepCopy(type.name)}`;
  if (!type.exported) return "the type is not exported";
  if (optOut(type) !== undefined) return "the type opts out with +k8s:deepcopy-gen=false";
  return pkg.id === type.package
    ? `${pkg.id} has no +k8s:deepcopy-gen, nor does the type`
    : `${type.package} has no +k8s:deepcopy-gen`;
}

function advice(universe: Universe, pkg: Package, type: TypeDeclaration): readonly Fix[] {
  if (universe.packages[type.package]?.kind === "module") return [];
  if (!type.exported) return [exportIt(type.position, "export the type")];
  const out = optOut(type);
  if (out !== undefined) return [removeMarker(out)];
  const [own, all] = ["+k8s:deepcopy-gen=true", "+k8s:deepcopy-gen=package"];
  return [
    pkg.id === type.package
      ? addMarker(type.position, own, `add ${own} to the type`)
      : addPackageMarker(type.package, all, `add ${all} to ${type.package}/doc.ts`),
  ];
}

function optOut(type: TypeDeclaration): Marker | undefined {
  return deepcopyGen.readAll(type).find(({ value }) => value === false)?.marker;
}
