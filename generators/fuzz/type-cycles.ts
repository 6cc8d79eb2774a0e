import type { Package, PackageId, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { referencesIn, referencesOfType } from "../../engine/model/type-references.js";
import { once } from "../../engine/util/once.js";

/** The declared types that stand in a type. */
export function refsOf(type: Type): readonly TypeId[] {
  const { values, keys } = referencesIn(type);
  return keys.length === 0 ? values : [...values, ...keys];
}

/** The declared types that a declaration refers to. */
export function referencesOf(type: TypeDeclaration): readonly TypeId[] {
  const { values, keys } = referencesOfType(type);
  return keys.length === 0 ? values : [...values, ...keys];
}

/** The folders and modules that types of some folders refer to, themselves included. */
export function reach(
  universe: Universe,
  from: readonly PackageId[],
  enter: (id: PackageId) => boolean,
): ReadonlySet<PackageId> {
  const reached = new Set<PackageId>(from);
  for (const id of reached) {
    const home = universe.packages[id];
    for (const to of home === undefined ? [] : packagesIn(home)) if (enter(to)) reached.add(to);
  }
  return reached;
}

const packagesIn = once(
  (home: Package): ReadonlySet<PackageId> =>
    new Set(
      Object.values(home.types).flatMap((type) => referencesOf(type).map((id) => id.slice(0, id.lastIndexOf("#")))),
    ),
);

/**
 * Types that contain themselves, directly or through others: the ids of all that belong together
 * with a type, if any.
 */
export type Circles = (type: TypeDeclaration) => readonly TypeId[] | undefined;

/**
 * Tarjan's strongly connected components, those of one type that does not refer to itself left out.
 * Only what a type that is asked for refers to is looked at.
 */
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
  return (type) => {
    if (!order.has(type.id)) visit(type);
    return circles.get(type.id);
  };
}
