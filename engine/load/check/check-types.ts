import { remedy, replaceText } from "../../fix/fix.js";
import { typeById } from "../../model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../model/universe.js";
import type { Problem } from "../../problem.js";
import { aliasCircles } from "./alias-cycles.js";
import { endlessTypes, heldBy } from "./infinite-types.js";

/**
 * What can only be seen when all types are known: circles of aliases, and values that would never
 * end.
 */
export function checkTypes(universe: Universe): Problem[] {
  const endless = endlessTypes(universe);
  return [...aliasCircles(universe, endless), ...endlessValues(universe, endless)];
}

/** Required fields are filled with zeros, so a type that requires itself has no finite value. */
function endlessValues(universe: Universe, endless: ReadonlyMap<TypeId, TypeDeclaration>): Problem[] {
  return [...endless.values()].flatMap((declaration) => {
    const { id, shape } = declaration;
    if (shape.kind !== "object") return [];
    return shape.fields
      .filter(
        ({ optional, from, type }) =>
          !optional &&
          from === undefined &&
          heldBy(type).some((held) => endless.has(held)) &&
          requires(universe, type, id),
      )
      .map((field) => endlessField(declaration, field));
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
  if (shape?.kind === "union")
    return shape.members.some((member) => requires(universe, { kind: "ref", to: member.type }, id, seen));
  return (
    shape?.kind === "object" &&
    shape.fields.some((field) => !field.optional && requires(universe, field.type, id, seen))
  );
}

function endlessField(declaration: TypeDeclaration, field: Field): Problem {
  return {
    code: "load/required-recursion",
    severity: "error",
    message: `${declaration.name}.${field.name} requires a ${declaration.name} inside of each ${declaration.name}, so no value ever ends`,
    ...remedy(replaceText(field.position, `${field.name}:`, `${field.name}?:`, `make it optional: ${field.name}?`)),
    position: field.position,
  };
}
