import { stringifyJSON } from "../json/write-json.js";
import { withoutTrailingZeros } from "../quantity/amount.js";
import { parseQuantity } from "../quantity/index.js";
import { shapeOf, type FieldShape, type TypeSchema, type ValueShape } from "../schema.js";
import { getOwn, isBranch } from "../values.js";
import { sortedKeys } from "./compare-keys.js";

/**
 * Returns a text that is equal for two values exactly if the values are semantically equal. With
 * these texts, comparing all items of a list takes linear time.
 * @param shape the type of the value, see `semanticEqual`
 */
export function wholeValue(value: unknown, shape?: ValueShape): string {
  const resolved = shape && resolve(shape, value);
  if (Array.isArray(value)) {
    const items = resolved?.type === "list" ? resolved.items : undefined;
    return `[${value.map((item) => wholeValue(item, items)).join()}]`;
  }
  if (value === undefined) return "";
  if (!isBranch(value)) return resolved?.type === "Quantity" ? quantityText(value) : stringifyJSON(value);
  const parts: string[] = [];
  for (const key of sortedKeys(value)) {
    const part = resolved?.type === "map" ? resolved.values : field(resolved, key);
    const text = wholeValue(value[key], part);
    const isMap = part !== undefined && resolve(part, value[key])?.type === "map";
    const isUnset = resolved?.type !== "map" && (text === "" || text === "[]" || (isMap && text === "{}"));
    if (!isUnset) parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join()}}`;
}

/** Shape of a value, in which the fields of an object type replace a reference to the type. */
type Resolved =
  | Exclude<ValueShape, { readonly type: "ref" | "embedded" }>
  | { readonly type: "object"; readonly fields: object };

/** Follows references to declared types and to the member of a union. */
function resolve(shape: ValueShape, value: unknown): Resolved | undefined {
  if (shape.type !== "ref" && shape.type !== "embedded") return shape;
  let schema: TypeSchema | undefined = shape.to();
  const { discriminator, members = {} } = shapeOf(schema);
  if (discriminator !== undefined) {
    const tag = isBranch(value) ? getOwn(value, discriminator) : undefined;
    const member = typeof tag === "string" ? (getOwn(members, tag) as (() => TypeSchema) | undefined) : undefined;
    schema = member?.();
  }
  if (schema === undefined) return undefined;
  const { value: alias, fields = {} } = shapeOf(schema);
  return alias === undefined ? { type: "object", fields } : resolve(alias, value);
}

function field(resolved: Resolved | undefined, key: string): ValueShape | undefined {
  return resolved?.type === "object"
    ? (getOwn(resolved.fields as Record<string, unknown>, key) as FieldShape | undefined)
    : undefined;
}

function quantityText(value: unknown): string {
  try {
    const { unscaled, exponent } = withoutTrailingZeros(parseQuantity(String(value)));
    return unscaled === 0n ? '"0"' : `"${unscaled}e${exponent}"`;
  } catch {
    // A text that is not a quantity equals only itself.
    return JSON.stringify(value);
  }
}
