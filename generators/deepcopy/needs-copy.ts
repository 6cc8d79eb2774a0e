import type { Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { findDeclaration } from "../../engine/print/type.js";

/** Whether a declared type's values are more than text, numbers and booleans, which an assignment copies. */
export function needsCopy(universe: Universe, { shape }: TypeDeclaration): boolean {
  return shape.kind !== "alias" || isDeep(universe, shape.of);
}

export function isDeep(universe: Universe, type: Type): boolean {
  switch (type.kind) {
    case "scalar":
      return isJSON(type);
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

/** Values that stand for any JSON, and maps of them. */
export function isJSON(type: Type): boolean {
  if (type.kind === "map") return isJSON(type.value);
  return type.kind === "scalar" && (type.name === "any" || type.name === "RawExtension" || type.name === "FieldsV1");
}
