import type { ErrorList } from "../field/error-list.js";
import type { TypeSchema, ValueShape } from "../schema/schema.js";
import { isBranch } from "../json/values.js";
import { sortedKeys } from "../util/compare-keys.js";
import { resolveShape, shapeAt } from "../schema/resolve-shape.js";

/**
 * Returns errors whose values have sorted maps, so that their texts are those of Go's encoder.
 * Fields of objects keep their order, which is that of their declaration.
 * @param object the validated object, of which the values of errors are parts
 */
export function withSortedMaps(errors: ErrorList, schema: TypeSchema, object: unknown): ErrorList {
  const wanted = new Set(errors.map(({ badValue }) => badValue).filter(isBranch));
  if (wanted.size === 0) return errors;
  const shapes = new Map<unknown, ValueShape>();
  findShapes({ type: "ref", to: () => schema }, object, wanted, shapes);
  return errors.map((error) => {
    const shape = shapes.get(error.badValue);
    return shape === undefined ? error : { ...error, badValue: sorted(shape, error.badValue) };
  });
}

/** Finds the shapes of the wanted parts of a value. */
function findShapes(
  shape: ValueShape,
  value: unknown,
  wanted: ReadonlySet<unknown>,
  found: Map<unknown, ValueShape>,
): void {
  if (!isBranch(value)) return;
  if (wanted.has(value)) found.set(value, shape);
  for (const [part, of] of partsOf(shape, value)) findShapes(of, part, wanted, found);
}

/** Returns the parts of a value whose shapes are known. */
function partsOf(shape: ValueShape, value: object): readonly (readonly [part: unknown, shape: ValueShape])[] {
  const resolved = resolveShape(shape, value);
  if (Array.isArray(value)) return resolved?.type === "list" ? value.map((item) => [item, resolved.items]) : [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const of = shapeAt(resolved, key);
    return of === undefined ? [] : [[part, of] as const];
  });
}

/** Returns a copy of a value with sorted maps. */
function sorted(shape: ValueShape, value: unknown): unknown {
  if (!isBranch(value)) return value;
  const resolved = resolveShape(shape, value);
  if (Array.isArray(value))
    return resolved?.type === "list" ? value.map((item) => sorted(resolved.items, item)) : value;
  const keys = resolved?.type === "map" ? sortedKeys(value) : Object.keys(value);
  return Object.fromEntries(
    keys.map((key) => {
      const of = shapeAt(resolved, key);
      return [key, of === undefined ? value[key] : sorted(of, value[key])];
    }),
  );
}
