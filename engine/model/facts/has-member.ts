import { typeById } from "../lookup.js";
import type { TypeDeclaration, Universe } from "../universe.js";

/**
 * Reports whether an interface extends a base type named `member`, or has a field of that name or
 * with a type of that name.
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
