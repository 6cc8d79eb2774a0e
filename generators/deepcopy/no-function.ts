import { addMarker, addPackageMarker, exportIt, remedyAs, removeMarker, type Fix } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";
import { typeString } from "../../engine/print/type.js";
import type { Position, Problem } from "../../engine/base/problem.js";
import { signature } from "./hand-written.js";
import { deepcopyGen } from "../markers/deepcopy.js";
import { deepcopyProblems } from "../problem-codes/deepcopy.js";

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
