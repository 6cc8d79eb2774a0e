import type { Package, Type, TypeDeclaration, TypeId } from "./universe.js";

/** A package never changes: under `--watch` most are those of the run before. */
const known = new WeakMap<Package, ReadonlySet<TypeId>>();

/** The types that stand in a package's types, signatures and constants, its own included. */
export function referencesOf(home: Package): ReadonlySet<TypeId> {
  const before = known.get(home);
  if (before !== undefined) return before;
  const found = new Set<TypeId>();
  const refer = (id: TypeId): void => void found.add(id);
  for (const type of Object.values(home.types)) inDeclaration(type, refer);
  for (const { parameters, returns } of home.functions) {
    for (const { type } of parameters) if (type !== undefined) inType(type, refer);
    if (returns !== undefined) inType(returns, refer);
  }
  for (const { type } of home.constants) if (type !== undefined) inType(type, refer);
  known.set(home, found);
  return found;
}

function inDeclaration({ shape, expression }: TypeDeclaration, refer: (id: TypeId) => void): void {
  for (const part of expression ?? []) if (typeof part !== "string") refer(part.type);
  switch (shape.kind) {
    case "object":
      shape.bases.forEach(refer);
      for (const { type, from } of shape.fields) {
        inType(type, refer);
        if (from !== undefined) refer(from);
      }
      return;
    case "union":
      for (const { type } of shape.members) refer(type);
      return;
    case "alias":
      inType(shape.of, refer);
      return;
    case "opaque":
  }
}

function inType(type: Type, refer: (id: TypeId) => void): void {
  switch (type.kind) {
    case "list":
      inType(type.element, refer);
      return;
    case "tuple":
      for (const element of type.elements) inType(element, refer);
      return;
    case "map":
      if (type.key !== undefined) refer(type.key);
      inType(type.value, refer);
      return;
    case "ref":
      refer(type.to);
      return;
    case "embedded":
      refer(type.of);
      return;
    case "scalar":
    case "literals":
  }
}
