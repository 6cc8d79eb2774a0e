import type { ErrorList } from "../field/error-list.js";
import type { TypeSchema, ValueShape } from "../schema/schema.js";
import { isBranch } from "../json/values.js";
import { sortedKeys } from "../util/compare-keys.js";
import { resolveShape, shapeAt } from "../schema/resolve-shape.js";

/**
 * Returns errors in which the keys of map values are sorted, so that their messages equal those of
 * Go. Fields of objects keep their order.
 * @param object the validated object, which contains the values of the errors
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

/** Finds the objects and lists of `wanted` inside a value, and adds their shapes to `found`. */
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

/** Returns the nested values whose shapes are known, with these shapes. */
function partsOf(shape: ValueShape, value: object): readonly (readonly [part: unknown, shape: ValueShape])[] {
  const resolved = resolveShape(shape, value);
  if (Array.isArray(value)) return resolved?.type === "list" ? value.map((item) => [item, resolved.items]) : [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const of = shapeAt(resolved, key);
    return of === undefined ? [] : [[part, of] as const];
  });
}

/** Returns a copy of a value in which the keys of maps are sorted. */
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
