import type { PlanInput } from "../../engine/plan/generator.js";
import type { Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import { typeById } from "../../engine/model/lookup.js";
import { elementStep, fieldStep } from "./field-default.js";
import type { Defaulters } from "./functions.js";

/** Information about the types that contain defaults. */
export interface DefaultingWork {
  has(type: TypeId): boolean;
  /**
   * Reports whether the properties of a type contain defaults. Hand-written functions for the type
   * itself are not considered.
   */
  hasInside(type: TypeDeclaration): boolean;
}

/**
 * Defaults that markers on the properties of types declare. They are the same in all packages that
 * use a type.
 */
export interface OwnDefaults {
  readonly universe: Universe;
  /**
   * Reports whether a property of the type, or a list item or map value inside the type, has a
   * default. Hand-written functions are not considered.
   */
  has(type: TypeDeclaration): boolean;
}

/**
 * Returns the defaults that markers on properties declare. Each type is examined once, at its first
 * use.
 */
export function ownDefaults({ universe, memo }: PlanInput): OwnDefaults {
  const folders = new Map(
    Object.keys(universe.packages).map((id) => [id, memo("own", id, undefined, () => new Map<string, boolean>())]),
  );
  return {
    universe,
    has(type) {
      const known = folders.get(type.package);
      const has = known?.get(type.name) ?? hasOwnDefaults(universe, type);
      known?.set(type.name, has);
      return has;
    },
  };
}

/** Returns the types that contain defaults at any depth. */
export function findWork(own: OwnDefaults, defaultersOf: (type: TypeId) => Defaulters): DefaultingWork {
  const known = new Map<TypeId, boolean>();

  const hasFunctions = (id: TypeId): boolean => {
    const { object, base, additional } = defaultersOf(id);
    return object !== undefined || base !== undefined || additional.length > 0;
  };

  const explore = (root: TypeId): void => {
    const references = new Map<TypeId, readonly TypeId[]>();
    const walk = (id: TypeId): void => {
      if (references.has(id) || known.has(id)) return;
      const declaration = typeById(own.universe, id);
      const next = declaration === undefined ? [] : referencesOf(declaration);
      references.set(id, next);
      if (hasFunctions(id) || (declaration !== undefined && own.has(declaration))) known.set(id, true);
      next.forEach(walk);
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
  return { has, hasInside: (type) => own.has(type) || referencesOf(type).some(has) };
}

function referencesOf(type: TypeDeclaration): readonly TypeId[] {
  const { bases, values } = referencesOfType(type);
  return bases.length === 0 ? values : [...bases, ...values];
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
    case "map": {
      const element = type.kind === "list" ? type.element : type.value;
      return elementStep(universe, element, "") !== undefined || hasElementDefaults(universe, element);
    }
    case "tuple":
      return type.elements.some((element) => hasElementDefaults(universe, element));
    case "scalar":
    case "literals":
    case "ref":
    case "embedded":
      return false;
  }
}
