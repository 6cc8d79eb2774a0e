import { exportedFunction, packageById } from "../../engine/model/lookup.js";
import type { Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { findDeclaration } from "../../engine/print/type.js";

const runtime = "@apimachinery/runtime";

/**
 * Reports whether an assignment does not copy the values of a declared type. It copies strings,
 * numbers and booleans only.
 */
export function needsCopy(universe: Universe, { shape }: TypeDeclaration): boolean {
  return shape.kind !== "alias" || isDeep(universe, shape.of);
}

export function isDeep(universe: Universe, type: Type): boolean {
  switch (type.kind) {
    case "scalar":
      return isJSON(universe, type);
    case "literals":
      return false;
    case "ref": {
      const declaration = findDeclaration(universe, type.to);
      return declaration === undefined || needsCopy(universe, declaration);
    }
    default:
      return true;
  }
}

/**
 * Reports whether values are copied as JSON: `any` and its relatives, maps of them, and types of
 * the runtime without a copy function of their own (`StatusReason` is a string).
 */
export function isJSON(universe: Universe, type: Type): boolean {
  if (type.kind === "map") return isJSON(universe, type.value);
  if (type.kind === "ref") return isPlainInRuntime(universe, findDeclaration(universe, type.to));
  return type.kind === "scalar" && (type.name === "any" || type.name === "RawExtension" || type.name === "FieldsV1");
}

function isPlainInRuntime(universe: Universe, type: TypeDeclaration | undefined): boolean {
  if (type?.package !== runtime || type.shape.kind !== "opaque") return false;
  const pkg = packageById(universe, runtime);
  return pkg === undefined || exportedFunction(pkg, names.deepCopy(type.name)) === undefined;
}
