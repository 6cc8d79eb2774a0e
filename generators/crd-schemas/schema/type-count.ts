import { typeById } from "../../../engine/model/lookup.js";
import { referencesInType, referencesOfType } from "../../../engine/model/type-references.js";
import type { TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import { schemaless } from "../../markers/crd.js";

/**
 * Returns the number of types in the schema of a type. A schema contains a type once for each path
 * to it, so the number can be exponential.
 */
export function typeCount(universe: Universe, type: TypeDeclaration): number {
  const known = new Map<TypeDeclaration, number>();
  const count = (of: TypeDeclaration): number => {
    const before = known.get(of);
    if (before !== undefined) return before;
    // A type that contains itself has no schema, so its size does not matter.
    known.set(of, 0);
    const inner = valuesOf(of).flatMap((id) => typeById(universe, id) ?? []);
    const size = inner.reduce((sum, value) => sum + count(value), 1);
    known.set(of, size);
    return size;
  };
  return count(type);
}

/** Returns the types of a type's properties or items. A type that two fields use occurs twice. */
function valuesOf(type: TypeDeclaration): readonly string[] {
  const { shape } = type;
  if (shape.kind !== "object") return referencesOfType(type).values;
  return shape.fields.flatMap((field) => (schemaless.has(field) ? [] : referencesInType(field.type).values));
}
