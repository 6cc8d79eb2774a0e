import { typeById } from "../lookup.js";
import type { TypeDeclaration, Universe } from "../universe.js";

/**
 * Reports whether an interface is selected by a name: it extends a base of this name, or has a
 * property with this name or with a type of this name.
 */
export function hasMember(universe: Universe, type: TypeDeclaration, member: string): boolean {
  const { shape } = type;
  if (shape.kind !== "object") return false;
  if (member === "TypeMeta" && shape.typeMeta !== undefined) return true;
  const isBase = shape.bases.some((id) => typeById(universe, id)?.name === member);
  return (
    isBase ||
    shape.fields.some(
      ({ name, type: of }) => name === member || (of.kind === "ref" && typeById(universe, of.to)?.name === member),
    )
  );
}
