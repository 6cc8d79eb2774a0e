import * as fc from "fast-check";
import { shapeOf, type TypeSchema, type ValueShape } from "../schema/schema.js";

/** Types that contain each other, or a single type that contains itself, directly or indirectly. */
export interface Cycle {
  readonly types: ReadonlySet<TypeSchema>;
  /** Identifier by which fast-check counts the nesting of values of all these types. */
  readonly depth: fc.DepthIdentifier;
}

const known = new WeakMap<TypeSchema, Cycle | undefined>();

/**
 * Returns the cycle of types to which a type belongs; undefined if the type does not contain
 * itself.
 */
export function cycleOf(schema: TypeSchema): Cycle | undefined {
  if (!known.has(schema)) new Search().visit(schema);
  return known.get(schema);
}

/** Returns the schemas of the declared types that the type of a value contains. */
export function schemasInValue(value: ValueShape): readonly TypeSchema[] {
  switch (value.type) {
    case "ref":
    case "embedded":
      return [value.to()];
    case "list":
      return schemasInValue(value.items);
    case "tuple":
      return value.items.flatMap(schemasInValue);
    case "map":
      return [...(value.keys === undefined ? [] : [value.keys()]), ...schemasInValue(value.values)];
    default:
      return [];
  }
}

function referencesOf(schema: TypeSchema): readonly TypeSchema[] {
  const { fields = {}, members = {}, value } = shapeOf(schema);
  return [
    ...Object.values(fields).flatMap(schemasInValue),
    ...Object.values(members).map((member) => member()),
    ...(value === undefined ? [] : schemasInValue(value)),
  ];
}

/**
 * Finds cycles with Tarjan's algorithm for strongly connected components. A component of one type
 * is a cycle only if the type refers to itself.
 */
class Search {
  readonly #order = new Map<TypeSchema, number>();
  readonly #open: TypeSchema[] = [];

  /**
   * Visits a type and the types to which it refers. Returns the lowest visit number of the types
   * that can be reached from it.
   */
  visit(schema: TypeSchema): number {
    const number = this.#order.size;
    this.#order.set(schema, number);
    this.#open.push(schema);
    const references = referencesOf(schema);
    let lowest = number;
    for (const to of references) {
      if (known.has(to)) continue;
      lowest = Math.min(lowest, this.#order.get(to) ?? this.visit(to));
    }
    if (lowest === number) {
      const types = this.#open.splice(this.#open.indexOf(schema));
      const isCycle = types.length > 1 || references.includes(schema);
      const cycle = isCycle ? { types: new Set(types), depth: fc.createDepthIdentifier() } : undefined;
      for (const type of types) known.set(type, cycle);
    }
    return lowest;
  }
}
