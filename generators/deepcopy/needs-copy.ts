import { exportedFunction, isScalar, packageById, typeById } from "../../engine/model/lookup.js";
import type { Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { names } from "../../engine/base/names.js";

const runtime = "@apimachinery/runtime";

/**
 * Reports whether values of a declared type must be copied by a function. For strings, numbers and
 * booleans, an assignment is enough.
 */
export function needsCopy(universe: Universe, { shape }: TypeDeclaration): boolean {
  return shape.kind !== "alias" || !isScalar(universe, shape.of);
}

/**
 * Reports whether values of the type are copied as JSON. This applies to `any` and other types
 * without structure, to maps of them, and to types of the runtime package without a copy function,
 * such as the string type `StatusReason`.
 */
export function isJSON(universe: Universe, type: Type): boolean {
  if (type.kind === "map") return isJSON(universe, type.value);
  if (type.kind === "ref") return isPlainInRuntime(universe, typeById(universe, type.to));
  return type.kind === "scalar" && (type.name === "any" || type.name === "RawExtension" || type.name === "FieldsV1");
}

function isPlainInRuntime(universe: Universe, type: TypeDeclaration | undefined): boolean {
  if (type?.package !== runtime || type.shape.kind !== "opaque") return false;
  const pkg = packageById(universe, runtime);
  return pkg === undefined || exportedFunction(pkg, names.deepCopy(type.name)) === undefined;
}
