import { isObject } from "../json/values.js";
import { goKindOf, goPrint, type GoKind } from "../json/go-print.js";
import type { JSONValue } from "../values/types.js";
import { badType, StrategicMergePatchError } from "./errors.js";

export type PatchMap = Readonly<Record<string, JSONValue>>;

export function asMap(value: JSONValue): PatchMap {
  if (isObject(value)) return value;
  throw badType("map[string]interface {}", value);
}

export function asList(value: JSONValue): readonly JSONValue[] {
  if (Array.isArray(value)) return value;
  throw badType("[]interface {}", value);
}

/**
 * Returns an object as a Map. For 100,000 entries, `Object.entries` would take twice the time of
 * this loop.
 */
export function toMap(object: PatchMap): Map<string, JSONValue> {
  const map = new Map<string, JSONValue>();
  // `for in` also visits inherited properties, but a JSON object does not inherit any.
  for (const key in object) map.set(key, object[key] ?? null);
  return map;
}

/**
 * Returns the common kind of all list items; undefined if all lists are empty.
 * @throws StrategicMergePatchError if the first item is a list or null, or if items have different
 * kinds
 */
export function elementKind(...lists: readonly (readonly JSONValue[])[]): GoKind | undefined {
  const kinds = new Set(lists.flat().map(goKindOf));
  const [kind] = kinds;
  if (kind === "slice") throw new StrategicMergePatchError("lists of lists are not supported", "content");
  if (kinds.size > 1 || kind === "nil")
    throw new StrategicMergePatchError(
      `list element types are not identical: [${lists.map((list) => goPrint([...list])).join(" ")}]`,
    );
  return kind;
}
