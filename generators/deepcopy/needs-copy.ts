import type { Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/names.js";
import { findDeclaration } from "../../engine/print/type.js";

const runtime = "@apimachinery/runtime";

/** Whether a declared type's values are more than text, numbers and booleans, which an assignment copies. */
export function needsCopy(universe: Universe, type: TypeDeclaration): boolean {
  return type.shape.kind === "alias" ? isDeep(universe, type.shape.of) : !isTextOfRuntime(universe, type);
}

/** The runtime exports a copy function for each of its types that needs one: `StatusReason`, which has none, is text. */
function isTextOfRuntime(universe: Universe, type: TypeDeclaration): boolean {
  if (type.package !== runtime || type.shape.kind !== "opaque") return false;
  const functions = universe.packages[runtime]?.functions ?? [];
  return functions.length > 0 && !functions.some(({ name }) => name === names.deepCopy(type.name));
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
