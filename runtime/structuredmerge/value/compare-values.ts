import type { JSONObject, JSONValue } from "../../values/types.js";
import { compareByCodePoints, compareLists, compareNumbers, sortedKeys, type Order } from "../../util/compare-keys.js";

/** The order of types when values of different types are compared. */
const ranks = { number: 0, string: 1, boolean: 2, list: 3, map: 4, null: 5 } as const;

type Kind = keyof typeof ranks;

function kindOf(value: JSONValue | bigint): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  const type = typeof value;
  if (type === "bigint") return "number";
  return type === "object" ? "map" : (type as Kind);
}

/**
 * Compares two values, which may have different types: numbers come first, then strings, booleans,
 * lists, maps and null. Source: `value.Compare` of structured-merge-diff.
 */
export function compareValues(left: JSONValue, right: JSONValue): Order {
  const kind = kindOf(left);
  const ranked = ranks[kind] - ranks[kindOf(right)];
  if (ranked !== 0) return compareNumbers(ranked, 0);
  switch (kind) {
    case "number":
    case "boolean":
      return compareNumbers(left as number, right as number);
    case "string":
      return compareByCodePoints(left as string, right as string);
    case "list":
      return compareLists(left as JSONValue[], right as JSONValue[], compareValues);
    case "map":
      return compareMaps(left as JSONObject, right as JSONObject);
    default:
      return 0;
  }
}

/** Compares two maps entry by entry, in the order of the keys, as Go's `value.MapCompare` does. */
function compareMaps(left: JSONObject, right: JSONObject): Order {
  const [leftSize, rightSize] = [Object.keys(left).length, Object.keys(right).length];
  const keys = sortedKeys({ ...left, ...right });
  for (const [at, key] of keys.entries()) {
    const order = compareEntries(left, right, key, { left: at === leftSize, right: at === rightSize });
    if (order !== 0) return order;
  }
  return 0;
}

function compareEntries(
  left: JSONObject,
  right: JSONObject,
  key: string,
  ends: { readonly left: boolean; readonly right: boolean },
): Order {
  if (ends.left) return -1;
  if (ends.right) return 1;
  if (!Object.hasOwn(left, key)) return 1;
  if (!Object.hasOwn(right, key)) return -1;
  return compareValues(left[key] as JSONValue, right[key] as JSONValue);
}
