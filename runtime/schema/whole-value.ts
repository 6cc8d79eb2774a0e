import { stringifyJSON } from "../json/write-json.js";
import { normalizeAmount } from "../quantity/amount.js";
import { parseQuantity } from "../quantity/index.js";
import type { ValueShape } from "./schema.js";
import { isBranch } from "../json/values.js";
import { sortedKeys } from "../util/compare-keys.js";
import { resolveShape, shapeAt } from "./resolve-shape.js";

/**
 * Returns a string that identifies a value: two values have the same string exactly if they are
 * semantically equal. Comparing these strings finds equal items of a list in linear time.
 * @param shape type of the value, see `semanticEqual`
 */
export function wholeValue(value: unknown, shape?: ValueShape): string {
  const resolved = shape && resolveShape(shape, value);
  if (Array.isArray(value)) {
    const items = resolved?.type === "list" ? resolved.items : undefined;
    return `[${value.map((item) => wholeValue(item, items)).join()}]`;
  }
  if (value === undefined) return "";
  if (!isBranch(value)) return resolved?.type === "Quantity" ? quantityText(value) : stringifyJSON(value);
  const parts: string[] = [];
  for (const key of sortedKeys(value)) {
    const text = wholeValue(value[key], shapeAt(resolved, key));
    if (text !== "") parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join()}}`;
}

function quantityText(value: unknown): string {
  try {
    const { unscaled, exponent } = normalizeAmount(parseQuantity(String(value)));
    return unscaled === 0n ? '"0"' : `"${unscaled}e${exponent}"`;
  } catch {
    // A string that is not a quantity equals only itself.
    return JSON.stringify(value);
  }
}
