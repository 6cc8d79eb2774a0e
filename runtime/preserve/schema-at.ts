import { getOwn } from "../values.js";
import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../schema.js";

/** Schema of a value within an object; undefined where its type has no schema. */
export type Place = ValueShape | FieldShape | undefined;

/** Returns the schema of a whole object. */
export function rootOf(schema: TypeSchema): Place {
  return { type: "ref", to: () => schema };
}

/** Returns the schema of a value below a key of an object or a map. */
export function below(place: Place, key: string, value: unknown): Place {
  const named = namedAt(place);
  if (named === undefined) return place?.type === "map" ? place.values : undefined;
  const shape = shapeOf(named);
  if (shape.value !== undefined) return below(shape.value, key, value);
  if (shape.discriminator === undefined) return getOwn(shape.fields ?? {}, key) as Place;
  const tag =
    typeof value === "object" && value !== null
      ? String(getOwn(value as Record<string, unknown>, shape.discriminator))
      : "";
  const member = getOwn(shape.members ?? {}, tag) as (() => TypeSchema) | undefined;
  return member === undefined ? undefined : below({ type: "ref", to: member }, key, value);
}

/**
 * Returns the schema of a list's items, and the properties that identify them (`+listType=map`).
 */
export function itemsOf(place: Place): { readonly item: Place; readonly keys: readonly string[] } {
  if (place === undefined) return { item: undefined, keys: [] };
  const keys = "listMapKeys" in place ? (place.listMapKeys ?? []) : [];
  if (place.type === "list") return { item: place.items, keys };
  if (place.type !== "ref") return { item: undefined, keys: [] };
  const shape = shapeOf(place.to());
  const inner = itemsOf(shape.value);
  return { item: inner.item, keys: keys.length > 0 ? keys : (shape.listMapKeys ?? inner.keys) };
}

function namedAt(place: Place): TypeSchema | undefined {
  return place?.type === "ref" || place?.type === "embedded" ? place.to() : undefined;
}
