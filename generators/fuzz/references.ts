import type { PackageId, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { folders, typeById } from "../../engine/model/lookup.js";

/** The declared types that stand in a type. */
export function refsOf(type: Type): TypeId[] {
  switch (type.kind) {
    case "scalar":
    case "literals":
      return [];
    case "list":
      return refsOf(type.element);
    case "tuple":
      return type.elements.flatMap(refsOf);
    case "map":
      return type.key === undefined ? refsOf(type.value) : [type.key, ...refsOf(type.value)];
    case "ref":
      return [type.to];
    case "embedded":
      return [type.of];
  }
}

/** The declared types that a declaration refers to. */
export function referencesOf({ shape }: TypeDeclaration): TypeId[] {
  switch (shape.kind) {
    case "object":
      return shape.fields.flatMap(({ type }) => refsOf(type));
    case "union":
      return shape.members.map(({ type }) => type);
    case "alias":
      return refsOf(shape.of);
    case "opaque":
      return [];
  }
}

/** The folders that types of some folders refer to, themselves included. */
export function reach(universe: Universe, from: readonly PackageId[], enter: (id: PackageId) => boolean): ReadonlySet<PackageId> {
  const reached = new Set<PackageId>(from);
  for (const id of reached) {
    for (const type of Object.values(universe.packages[id]?.types ?? {})) {
      for (const to of referencesOf(type)) {
        const home = typeById(universe, to)?.package;
        if (home !== undefined && enter(home)) reached.add(home);
      }
    }
  }
  return reached;
}

/** Types that contain themselves, directly or through others: which of them belong together. */
export type Circles = ReadonlyMap<TypeId, readonly TypeId[]>;

/** Tarjan's strongly connected components, those of one type that does not refer to itself left out. */
export function findCircles(universe: Universe): Circles {
  const circles = new Map<TypeId, readonly TypeId[]>();
  const order = new Map<TypeId, number>();
  const lowest = new Map<TypeId, number>();
  const open: TypeId[] = [];
  const isOpen = new Set<TypeId>();
  const visit = (type: TypeDeclaration): number => {
    const number = order.size;
    order.set(type.id, number);
    open.push(type.id);
    isOpen.add(type.id);
    let low = number;
    const references = referencesOf(type);
    for (const id of references) {
      const target = typeById(universe, id);
      if (target === undefined) continue;
      if (!order.has(id)) low = Math.min(low, visit(target));
      else if (isOpen.has(id)) low = Math.min(low, lowest.get(id) ?? order.get(id) ?? low);
    }
    lowest.set(type.id, low);
    if (low === number) {
      const circle = open.splice(open.indexOf(type.id)).sort();
      for (const id of circle) isOpen.delete(id);
      if (circle.length > 1 || references.includes(type.id)) for (const id of circle) circles.set(id, circle);
    }
    return low;
  };
  for (const { types } of folders(universe)) {
    for (const type of Object.values(types)) if (!order.has(type.id)) visit(type);
  }
  return circles;
}
