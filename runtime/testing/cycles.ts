import * as fc from "fast-check";
import { oncePer } from "../util/once-per.js";
import { typesIn } from "../schema/resolve-shape.js";
import { shapeOf, type TypeSchema } from "../schema/schema.js";

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
  if (known.has(schema)) return known.get(schema);
  const types = new Set([...containedTypes(schema)].filter((type) => containedTypes(type).has(schema)));
  const cycle = types.size === 0 ? undefined : { types, depth: fc.createDepthIdentifier() };
  for (const type of types.size === 0 ? [schema] : types) known.set(type, cycle);
  return cycle;
}

/** Returns the types that values of a type contain, directly or indirectly. */
const containedTypes = oncePer((schema: TypeSchema): ReadonlySet<TypeSchema> => {
  const found = new Set(referencesOf(schema));
  // The loop also visits the types that it adds to the set.
  for (const type of found) for (const next of referencesOf(type)) found.add(next);
  return found;
});

function referencesOf(schema: TypeSchema): readonly TypeSchema[] {
  const { fields = {}, members = {}, value } = shapeOf(schema);
  return [
    ...Object.values(fields).flatMap(typesIn),
    ...Object.values(members).map((member) => member()),
    ...(value === undefined ? [] : typesIn(value)),
  ];
}
