import type { Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { findDeclaration } from "../../engine/print/type.js";
import { elementStep, fieldStep } from "./field-default.js";
import type { Defaulters } from "./functions.js";

/** Tells which types have anything to default, themselves or below. */
export interface Work {
  has(type: TypeId): boolean;
  /** Whether there is anything beside the type's own functions. */
  hasInside(type: TypeDeclaration): boolean;
}

/** References are followed until nothing new turns up: recursion ends where it began. */
export function findWork(universe: Universe, defaultersOf: (type: TypeId) => Defaulters): Work {
  const known = new Map<TypeId, boolean>();

  const hasFunctions = (id: TypeId): boolean => {
    const { object, base, additional } = defaultersOf(id);
    return object !== undefined || base !== undefined || additional.length > 0;
  };

  const explore = (root: TypeId): void => {
    const references = new Map<TypeId, readonly TypeId[]>();
    const walk = (id: TypeId): void => {
      if (references.has(id) || known.has(id)) return;
      const declaration = findDeclaration(universe, id);
      references.set(id, declaration === undefined ? [] : referencesOf(declaration));
      if (hasFunctions(id) || (declaration !== undefined && hasOwnDefaults(universe, declaration))) known.set(id, true);
      references.get(id)?.forEach(walk);
    };
    walk(root);
    for (let grown = true; grown;) {
      grown = false;
      for (const [id, next] of references) {
        if (known.get(id) === true || !next.some((to) => known.get(to) === true)) continue;
        known.set(id, true);
        grown = true;
      }
    }
    for (const id of references.keys()) if (!known.has(id)) known.set(id, false);
  };

  const has = (id: TypeId): boolean => {
    if (!known.has(id)) explore(id);
    return known.get(id) === true;
  };
  return { has, hasInside: (type) => hasOwnDefaults(universe, type) || referencesOf(type).some(has) };
}

function hasOwnDefaults(universe: Universe, declaration: TypeDeclaration): boolean {
  const { shape } = declaration;
  if (shape.kind === "alias") return hasElementDefaults(universe, shape.of);
  if (shape.kind !== "object") return false;
  return shape.fields.some(
    (field) => fieldStep(universe, declaration, field, "") !== undefined || hasElementDefaults(universe, field.type),
  );
}

function hasElementDefaults(universe: Universe, type: Type): boolean {
  switch (type.kind) {
    case "list":
      return elementStep(universe, type.element, "") !== undefined || hasElementDefaults(universe, type.element);
    case "map":
      return elementStep(universe, type.value, "") !== undefined || hasElementDefaults(universe, type.value);
    case "tuple":
      return type.elements.some((element) => hasElementDefaults(universe, element));
    default:
      return false;
  }
}

function referencesOf({ shape }: TypeDeclaration): readonly TypeId[] {
  switch (shape.kind) {
    case "object":
      return [...shape.bases, ...shape.fields.flatMap(({ type }) => typesIn(type))];
    case "union":
      return shape.members.map(({ type }) => type);
    case "alias":
      return typesIn(shape.of);
    case "opaque":
      return [];
  }
}

function typesIn(type: Type): readonly TypeId[] {
  switch (type.kind) {
    case "list":
      return typesIn(type.element);
    case "map":
      return typesIn(type.value);
    case "tuple":
      return type.elements.flatMap(typesIn);
    case "ref":
      return [type.to];
    case "embedded":
      return [type.of];
    default:
      return [];
  }
}
