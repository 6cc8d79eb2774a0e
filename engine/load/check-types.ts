import { typeById } from "../model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../model/universe.js";
import type { Problem } from "../problem.js";
import { aliasCircles } from "./alias-circles.js";

/** What can only be seen when all types are known: circles of aliases, and values that would never end. */
export function checkTypes(universe: Universe): Problem[] {
  const declarations = Object.values(universe.packages).flatMap(({ types }) => Object.values(types));
  return [...aliasCircles(universe, declarations), ...endlessValues(universe, declarations)];
}

/** Required fields are filled with zeros, so a type that requires itself has no finite value. */
function endlessValues(universe: Universe, declarations: readonly TypeDeclaration[]): Problem[] {
  const finite = new Set<TypeId>();
  const isFinite = (type: Type): boolean => {
    switch (type.kind) {
      case "tuple":
        return type.elements.every(isFinite);
      case "ref":
        return finite.has(type.to) || typeById(universe, type.to) === undefined;
      case "embedded":
        return finite.has(type.of) || typeById(universe, type.of) === undefined;
      default:
        return true;
    }
  };
  const ends = ({ shape }: TypeDeclaration): boolean => {
    if (shape.kind === "object") return shape.fields.every((field) => field.optional || isFinite(field.type));
    if (shape.kind === "union") return shape.members.some((member) => isFinite({ kind: "ref", to: member.type }));
    return shape.kind === "opaque" || isFinite(shape.of);
  };
  for (let before = -1; before !== finite.size;) {
    before = finite.size;
    for (const declaration of declarations) if (!finite.has(declaration.id) && ends(declaration)) finite.add(declaration.id);
  }
  return declarations.flatMap((declaration) => {
    if (finite.has(declaration.id) || declaration.shape.kind !== "object") return [];
    return declaration.shape.fields
      .filter(
        (field) => !field.optional && field.from === undefined && !isFinite(field.type) && requires(universe, field.type, declaration.id),
      )
      .map((field) => endless(declaration, field));
  });
}

/** Whether a value of the type always holds one of the other. */
function requires(universe: Universe, type: Type, id: TypeId, seen = new Set<TypeId>()): boolean {
  if (type.kind === "tuple") return type.elements.some((element) => requires(universe, element, id, seen));
  const to = type.kind === "ref" ? type.to : type.kind === "embedded" ? type.of : undefined;
  if (to === undefined || seen.has(to)) return false;
  if (to === id) return true;
  seen.add(to);
  const shape = typeById(universe, to)?.shape;
  if (shape?.kind === "alias") return requires(universe, shape.of, id, seen);
  if (shape?.kind === "union") return shape.members.some((member) => requires(universe, { kind: "ref", to: member.type }, id, seen));
  return shape?.kind === "object" && shape.fields.some((field) => !field.optional && requires(universe, field.type, id, seen));
}

function endless(declaration: TypeDeclaration, field: Field): Problem {
  return {
    code: "load/required-recursion",
    severity: "error",
    message: `${declaration.name}.${field.name} requires a ${declaration.name} inside of each ${declaration.name}, so no value ever ends`,
    hint: `make it optional: ${field.name}?`,
    position: field.position,
  };
}
