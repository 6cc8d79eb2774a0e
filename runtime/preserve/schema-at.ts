import { resolveShape, shapeAt } from "../schema/resolve-shape.js";
import { shapeOf, type FieldShape, type ValueShape } from "../schema/schema.js";

/** Schema of a value within an object; undefined for an untyped value. */
export type SchemaNode = ValueShape | FieldShape | undefined;

/**
 * Returns the schema of a property of an object, or of a value of a map; undefined if it is not
 * declared.
 * @param value the object or map; for a union, it determines the member
 */
export function nodeBelow(node: SchemaNode, key: string, value: unknown): SchemaNode {
  return node && shapeAt(resolveShape(node, value), key);
}

/**
 * Returns the schema of a list's items, and the names of the properties that identify an item
 * (`+listMapKey`).
 */
export function itemNodeOf(node: SchemaNode): { readonly item: SchemaNode; readonly keys: readonly string[] } {
  if (node === undefined) return { item: undefined, keys: [] };
  const keys = "listMapKeys" in node ? (node.listMapKeys ?? []) : [];
  if (node.type === "list") return { item: node.items, keys };
  if (node.type !== "ref") return { item: undefined, keys: [] };
  const shape = shapeOf(node.to());
  const inner = itemNodeOf(shape.value);
  return { item: inner.item, keys: keys.length > 0 ? keys : (shape.listMapKeys ?? inner.keys) };
}
