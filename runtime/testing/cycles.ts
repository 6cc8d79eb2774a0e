import * as fc from "fast-check";
import { oncePer } from "../util/once-per.js";
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
