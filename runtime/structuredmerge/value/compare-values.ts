import type { JSONObject, JSONValue } from "../../values/types.js";
import { compareByCodePoints, sortedKeys } from "../../util/compare-keys.js";

/**
 * The result of a comparison: the first value is less than, equal to or greater than the second.
 */
export type MergeOrder = -1 | 0 | 1;

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

/** Compares two strings by their UTF-8 bytes. */
export function compareMergeStrings(left: string, right: string): MergeOrder {
  return left === right ? 0 : orderOf(compareByCodePoints(left, right));
}

/**
 * Compares two values, which may have different types: numbers come first, then strings, booleans,
 * lists, maps and null. Source: `value.Compare` of structured-merge-diff.
 */
export function compareValues(left: JSONValue, right: JSONValue): MergeOrder {
  const kind = kindOf(left);
  const ranked = ranks[kind] - ranks[kindOf(right)];
  if (ranked !== 0) return orderOf(ranked);
  switch (kind) {
    case "number":
    case "boolean":
      // JavaScript compares the exact values of a bigint and a number.
      return left === right
        ? 0
        : (left as number) < (right as number)
          ? -1
          : (left as number) > (right as number)
            ? 1
            : 0;
    case "string":
      return compareMergeStrings(left as string, right as string);
    case "list":
      return compareLists(left as JSONValue[], right as JSONValue[]);
    case "map":
      return compareMaps(left as JSONObject, right as JSONObject);
    default:
      return 0;
  }
}

function compareLists(left: readonly JSONValue[], right: readonly JSONValue[]): MergeOrder {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at++) {
    const order = compareValues(left[at] as JSONValue, right[at] as JSONValue);
    if (order !== 0) return order;
  }
  return orderOf(left.length - right.length);
}

/** Compares two maps entry by entry, in the order of the keys, as Go's `value.MapCompare` does. */
function compareMaps(left: JSONObject, right: JSONObject): MergeOrder {
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
): MergeOrder {
  if (ends.left) return -1;
  if (ends.right) return 1;
  if (!Object.hasOwn(left, key)) return 1;
  if (!Object.hasOwn(right, key)) return -1;
  return compareValues(left[key] as JSONValue, right[key] as JSONValue);
}

function orderOf(difference: number): MergeOrder {
  return difference === 0 ? 0 : difference < 0 ? -1 : 1;
}
