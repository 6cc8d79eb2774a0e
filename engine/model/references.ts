import { once } from "../once.js";
import { referencesIn, referencesOfType } from "./type-references.js";
import type { Package, Type, TypeDeclaration, TypeId } from "./universe.js";

/** The types that stand in a package's types, signatures and constants, its own included. */
export const referencesOf = once((home: Package): ReadonlySet<TypeId> => {
  const signatures = home.functions.flatMap(({ parameters, returns }) => [
    ...parameters.map(({ type }) => type),
    returns,
  ]);
  const constants = home.constants.map(({ type }) => type);
  return new Set([
    ...Object.values(home.types).flatMap(inDeclaration),
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
  const { values, keys } = referencesIn(type);
  return [...values, ...keys];
}
