import { shapeOf, type TypeSchema, type ValueShape } from "./schema.js";

/**
 * Returns the shape that `semanticEqual` needs to compare values. Returns undefined if the values
 * contain no quantities. Their JSON is then compared, whereas equal quantities can differ in JSON:
 * `1Gi` and `1024Mi`.
 */
export function comparedShape(shape: ValueShape): ValueShape | undefined {
  return hasQuantity(shape, new Set()) ? shape : undefined;
}

function hasQuantity(shape: ValueShape, seen: Set<TypeSchema>): boolean {
  switch (shape.type) {
    case "Quantity":
      return true;
    case "map":
      return hasQuantity(shape.values, seen);
    case "list":
      return hasQuantity(shape.items, seen);
    case "tuple":
      return shape.items.some((item) => hasQuantity(item, seen));
    case "ref":
    case "embedded":
      return hasQuantityIn(shape.to(), seen);
    default:
      return false;
  }
}

function hasQuantityIn(schema: TypeSchema, seen: Set<TypeSchema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const { value, members = {}, fields = {} } = shapeOf(schema);
  if (value !== undefined) return hasQuantity(value, seen);
  return (
    Object.values(fields).some((field) => hasQuantity(field, seen)) ||
    Object.values(members).some((member) => hasQuantityIn(member(), seen))
  );
}
