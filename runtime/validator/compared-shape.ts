import { isEmptyValue } from "../rules/type-rules.js";
import { shapeOf, type TypeSchema, type ValueShape } from "../schema/schema.js";

/**
 * Returns the shape of a value for `semanticEqual`. Returns undefined if values are equal only if
 * their JSON is, apart from absent lists.
 */
export function comparedShape(shape: ValueShape): ValueShape | undefined {
  return needsShape(shape, false, new Set()) ? shape : undefined;
}

/**
 * Reports whether equal values can have different JSON: an absent and an empty map, or quantities
 * such as `1Gi` and `1024Mi`. Reports this also if an absent list differs from an empty one.
 */
function needsShape(shape: ValueShape, canBeAbsent: boolean, seen: Set<TypeSchema>): boolean {
  switch (shape.type) {
    case "Quantity":
      return true;
    case "map":
      return canBeAbsent || needsShape(shape.values, false, seen);
    case "list":
      return needsShape(shape.items, false, seen);
    case "tuple":
      return shape.items.some((item) => needsShape(item, false, seen));
    case "ref":
    case "embedded":
      return needsShapeOf(shape.to(), canBeAbsent, seen);
    default:
      return false;
  }
}

function needsShapeOf(schema: TypeSchema, canBeAbsent: boolean, seen: Set<TypeSchema>): boolean {
  const { value, members = {}, fields = {} } = shapeOf(schema);
  if (value?.type === "map" && canBeAbsent) return true;
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (value !== undefined) return needsShape(value, canBeAbsent, seen);
  return (
    Object.values(fields).some((field) => isEmptyValue(field) || needsShape(field, true, seen)) ||
    Object.values(members).some((member) => needsShapeOf(member(), false, seen))
  );
}
