import { containsShape } from "./resolve-shape.js";
import type { ValueShape } from "./schema.js";

/**
 * Returns the shape that `semanticEqual` needs to compare values. Returns undefined if the values
 * contain no quantities. Their JSON is then compared, whereas equal quantities can differ in JSON:
 * `1Gi` and `1024Mi`.
 */
export function comparedShape(shape: ValueShape): ValueShape | undefined {
  return containsShape(shape, ({ type }) => type === "Quantity") ? shape : undefined;
}
