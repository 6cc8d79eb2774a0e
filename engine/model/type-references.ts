import { once } from "../util/once.js";
import type { Package, Shape, Type, TypeDeclaration, TypeId } from "./universe.js";

/** The declared types to which a declaration refers, without duplicates. */
export interface DeclaredReferences {
  /** Types of fields, members of a union, and the type to which an alias refers. */
  readonly values: readonly TypeId[];
  /** Types of the keys of maps. */
  readonly keys: readonly TypeId[];
  /** Interfaces that the declaration extends. */
  readonly bases: readonly TypeId[];
}

export const referencesOfType = once(({ shape }: TypeDeclaration): DeclaredReferences => {
  const found = { values: new Set<TypeId>(), keys: new Set<TypeId>() };
  addShape(shape, found);
  return { values: [...found.values], keys: [...found.keys], bases: shape.kind === "object" ? shape.bases : [] };
});

/** Returns the declared types to which a type refers. */
export function referencesInType(type: Type): Omit<DeclaredReferences, "bases"> {
  const found = { values: new Set<TypeId>(), keys: new Set<TypeId>() };
  addType(type, found);
  return { values: [...found.values], keys: [...found.keys] };
}

interface Found {
  readonly values: Set<TypeId>;
  readonly keys: Set<TypeId>;
}

function addShape(shape: Shape, found: Found): void {
  switch (shape.kind) {
    case "object":
      for (const { type } of shape.fields) addType(type, found);
      return;
    case "union":
      for (const { type } of shape.members) found.values.add(type);
      return;
    case "alias":
      addType(shape.of, found);
      return;
    case "opaque":
  }
}

function addType(type: Type, found: Found): void {
  switch (type.kind) {
    case "list":
      addType(type.element, found);
      return;
    case "tuple":
      for (const element of type.elements) addType(element, found);
      return;
    case "map":
      if (type.key !== undefined) found.keys.add(type.key);
      addType(type.value, found);
      return;
    case "ref":
      found.values.add(type.to);
      return;
    case "embedded":
      found.values.add(type.of);
      return;
    case "scalar":
    case "literals":
  }
}

/**
 * Returns the types to which a package's types, signatures and constants refer, and the package's
 * own types.
 */
export const referencesOfPackage = once((pkg: Package): ReadonlySet<TypeId> => {
  const signatures = pkg.functions.flatMap(({ parameters, returns }) => [
    ...parameters.map(({ type }) => type),
    returns,
  ]);
  const constants = pkg.constants.map(({ type }) => type);
  return new Set([
    ...Object.values(pkg.types).flatMap(inDeclaration),
    ...[...signatures, ...constants].flatMap(inType),
  ]);
});

function inDeclaration(declaration: TypeDeclaration): readonly TypeId[] {
  const { shape, expression = [] } = declaration;
  const { values, keys, bases } = referencesOfType(declaration);
  const origins = shape.kind === "object" ? shape.fields.flatMap(({ from }) => from ?? []) : [];
  return [
    ...values,
    ...keys,
    ...bases,
    ...origins,
    ...expression.flatMap((part) => (typeof part === "string" ? [] : part.type)),
  ];
}

function inType(type: Type | undefined): readonly TypeId[] {
  if (type === undefined) return [];
  const { values, keys } = referencesInType(type);
  return [...values, ...keys];
}
