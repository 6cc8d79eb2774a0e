import * as fc from "fast-check";
import { typesIn } from "../schema/resolve-shape.js";
import { shapeOf, type TypeSchema } from "../schema/schema.js";

/** Types that contain each other, or a single type that contains itself, directly or indirectly. */
export interface Cycle {
  readonly types: ReadonlySet<TypeSchema>;
  /** Identifier by which fast-check counts the nesting of values of all these types. */
  readonly depth: fc.DepthIdentifier;
}

/** The cycle of each type that a search has visited; undefined for a type that is in no cycle. */
const known = new WeakMap<TypeSchema, Cycle | undefined>();

/**
 * Returns the cycle of types to which a type belongs; undefined if the type does not contain
 * itself.
 */
export function cycleOf(schema: TypeSchema): Cycle | undefined {
  if (!known.has(schema)) findCycles(schema);
  return known.get(schema);
}

/** Finds the cycles of all types that a type contains, in one walk (Tarjan's algorithm). */
function findCycles(start: TypeSchema): void {
  const numbers = new Map<TypeSchema, number>();
  /** The visited types whose cycle is not known yet, in the order of their numbers. */
  const open: TypeSchema[] = [];
  /**
   * Returns the smallest of the type's own number and the numbers of the open types that it
   * contains.
   */
  const visit = (type: TypeSchema): number => {
    const number = numbers.size;
    numbers.set(type, number);
    open.push(type);
    const references = referencesOf(type);
    let least = number;
    for (const next of references) if (!known.has(next)) least = Math.min(least, numbers.get(next) ?? visit(next));
    if (least < number) return least;
    const types = new Set(open.splice(open.lastIndexOf(type)));
    const isCycle = types.size > 1 || references.includes(type);
    const cycle = isCycle ? { types, depth: fc.createDepthIdentifier() } : undefined;
    for (const one of types) known.set(one, cycle);
    return number;
  };
  visit(start);
}

function referencesOf(schema: TypeSchema): readonly TypeSchema[] {
  const { fields = {}, members = {}, value } = shapeOf(schema);
  return [
    ...Object.values(fields).flatMap(typesIn),
    ...Object.values(members).map((member) => member()),
    ...(value === undefined ? [] : typesIn(value)),
  ];
}
