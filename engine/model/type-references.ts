import { once } from "../util/once.js";
import { idOfReference } from "./type-parts.js";
import type { Package, Type, TypeDeclaration, TypeId } from "./universe.js";

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
  const bases = shape.kind === "object" ? shape.bases : [];
  if (shape.kind === "union") return { values: [...new Set(shape.members.map(({ type }) => type))], keys: [], bases };
  const types = shape.kind === "object" ? shape.fields.map(({ type }) => type) : [];
  return { ...references(shape.kind === "alias" ? [shape.of] : types), bases };
});

/** Returns the declared types to which a type refers. */
export function referencesInType(type: Type): Omit<DeclaredReferences, "bases"> {
  return references([type]);
}

function references(types: readonly Type[]): Omit<DeclaredReferences, "bases"> {
  const values = new Set<TypeId>();
  const keys = new Set<TypeId>();
  const visit = (type: Type): void => {
    const id = idOfReference(type);
    if (id !== undefined) values.add(id);
    if (type.kind === "list") visit(type.element);
    if (type.kind === "tuple") type.elements.forEach(visit);
    if (type.kind === "map") {
      if (type.key !== undefined) keys.add(type.key);
      visit(type.value);
    }
  };
  types.forEach(visit);
  return { values: [...values], keys: [...keys] };
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
  const { values, keys } = references([...signatures, ...constants].filter((type) => type !== undefined));
  return new Set([...Object.values(pkg.types).flatMap(inDeclaration), ...values, ...keys]);
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
