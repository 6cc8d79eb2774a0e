import type { Package, PackageId, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { referencesIn, referencesOfType } from "../../engine/model/type-references.js";
import { once } from "../../engine/util/once.js";

/** Returns the ids of the declared types that occur in a type. */
export function refsOf(type: Type): readonly TypeId[] {
  const { values, keys } = referencesIn(type);
  return keys.length === 0 ? values : [...values, ...keys];
}

/** Returns the ids of the declared types that a declaration refers to. */
export function referencesOf(type: TypeDeclaration): readonly TypeId[] {
  const { values, keys } = referencesOfType(type);
  return keys.length === 0 ? values : [...values, ...keys];
}

/**
 * Returns the given packages, and the packages to which their types refer, directly or indirectly.
 */
export function reach(
  universe: Universe,
  from: readonly PackageId[],
  enter: (id: PackageId) => boolean,
): ReadonlySet<PackageId> {
  const reached = new Set<PackageId>(from);
  for (const id of reached) {
    const pkg = universe.packages[id];
    for (const to of pkg === undefined ? [] : packagesIn(pkg)) if (enter(to)) reached.add(to);
  }
  return reached;
}

const packagesIn = once(
  (pkg: Package): ReadonlySet<PackageId> =>
    new Set(
      Object.values(pkg.types).flatMap((type) => referencesOf(type).map((id) => id.slice(0, id.lastIndexOf("#")))),
    ),
);

/**
 * Returns the ids of all types in the same cycle as a type. Undefined if the type does not contain
 * itself.
 */
export type Cycles = (type: TypeDeclaration) => readonly TypeId[] | undefined;

/**
 * Returns a function that finds cycles, with Tarjan's algorithm for strongly connected components.
 * A component of one type is a cycle only if the type refers to itself. Only the requested types,
 * and the types that they contain, are visited.
 */
export function findCycles(universe: Universe): Cycles {
  const cycles = new Map<TypeId, readonly TypeId[]>();
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
      const cycle = open.splice(open.indexOf(type.id)).sort();
      for (const id of cycle) isOpen.delete(id);
      if (cycle.length > 1 || references.includes(type.id)) for (const id of cycle) cycles.set(id, cycle);
    }
    return low;
  };
  return (type) => {
    if (!order.has(type.id)) visit(type);
    return cycles.get(type.id);
  };
}
