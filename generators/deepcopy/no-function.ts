import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { typeText } from "../../engine/print/type.js";
import type { Position, Problem } from "../../engine/problem.js";
import { signature } from "./handwritten.js";

/** A type stands in a field, and nobody copies it. */
export function noFunction(universe: Universe, home: Package, type: TypeDeclaration, position: Position): Problem {
  return {
    code: "deepcopy/no-function",
    severity: "error",
    message: `nothing copies ${typeText(universe, type)}: ${reason(universe, home, type)}`,
    hint: `${advice(universe, home, type)}, or write it: ${signature(universe, type)} { … }`,
    position,
  };
}

function reason(universe: Universe, home: Package, type: TypeDeclaration): string {
  if (universe.packages[type.package]?.kind === "module") return `${type.package} exports no ${names.deepCopy(type.name)}`;
  if (!type.exported) return "it is not exported";
  if (isOptedOut(type)) return "it opts out with +k8s:deepcopy-gen=false";
  return home.id === type.package ? "its folder does not ask for copies" : `${type.package} does not ask for copies`;
}

function advice(universe: Universe, home: Package, type: TypeDeclaration): string {
  if (universe.packages[type.package]?.kind === "module") return `generate copies in ${type.package}`;
  if (!type.exported) return "export the type";
  if (isOptedOut(type)) return "remove the marker";
  return home.id === type.package ? "put +k8s:deepcopy-gen=true on the type" : `put +k8s:deepcopy-gen=package into ${type.package}/doc.ts`;
}

function isOptedOut({ markers }: TypeDeclaration): boolean {
  return markers.some(({ name, value }) => name === "k8s:deepcopy-gen" && value === "false");
}
