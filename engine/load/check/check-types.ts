import { remedy, replaceText } from "../../base/fix.js";
import { typeById } from "../../model/lookup.js";
import { heldBy } from "../../model/type-parts.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../model/universe.js";
import type { Problem } from "../../base/problem.js";
import { aliasCycles } from "./alias-cycles.js";
import { infiniteTypes } from "./infinite-types.js";
import { loadProblems } from "../problem-codes.js";

/**
 * Returns the problems that can be found only when all types are known: cycles of aliases, and
 * types without finite values.
 */
export function checkTypes(universe: Universe): Problem[] {
  const infinite = infiniteTypes(universe);
  return [...aliasCycles(universe, infinite), ...infiniteValues(universe, infinite)];
}

/**
 * Reports the required fields that prevent finite values of a type: each value would have to
 * contain another value of the same type.
 */
function infiniteValues(universe: Universe, infinite: ReadonlyMap<TypeId, TypeDeclaration>): Problem[] {
  return [...infinite.values()].flatMap((declaration) => {
    const { id, shape } = declaration;
    if (shape.kind !== "object") return [];
    return shape.fields
      .filter(
        ({ optional, from, type }) =>
          !optional &&
          from === undefined &&
          heldBy(type).some((held) => infinite.has(held)) &&
          requires(universe, type, id),
      )
      .map((field) => infiniteField(declaration, field));
  });
}

/**
 * Reports whether a type refers to the type `id` through required fields, elements of tuples,
 * aliases or members of unions.
 */
function requires(universe: Universe, type: Type, id: TypeId, seen = new Set<TypeId>()): boolean {
  if (type.kind === "tuple") return type.elements.some((element) => requires(universe, element, id, seen));
  const to = type.kind === "ref" ? type.to : type.kind === "embedded" ? type.of : undefined;
  if (to === undefined || seen.has(to)) return false;
  if (to === id) return true;
  seen.add(to);
  const shape = typeById(universe, to)?.shape;
  if (shape?.kind === "alias") return requires(universe, shape.of, id, seen);
  if (shape?.kind === "union")
    return shape.members.some((member) => requires(universe, { kind: "ref", to: member.type }, id, seen));
  return (
    shape?.kind === "object" &&
    shape.fields.some((field) => !field.optional && requires(universe, field.type, id, seen))
  );
}

function infiniteField(declaration: TypeDeclaration, field: Field): Problem {
  return {
    ...loadProblems.is("load/required-recursion"),
    message: `${declaration.name}.${field.name} requires a ${declaration.name} inside each ${declaration.name}, so every value would be infinitely large`,
    ...remedy(
      replaceText(field.position, `${field.name}:`, `${field.name}?:`, `make the property optional: ${field.name}?`),
    ),
    position: field.position,
  };
}
