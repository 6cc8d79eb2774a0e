import type { JSONValue } from "../values/types.js";
import { sortedKeys } from "../util/compare-keys.js";
import { isBranch, jsonText } from "./values.js";

/** Returns a JSON value as JSON with sorted keys, as Go's encoder prints an untyped map. */
export function sortedJSONText(value: JSONValue): string {
  if (Array.isArray(value)) return `[${value.map(sortedJSONText).join(",")}]`;
  if (!isBranch(value)) return jsonText(value);
  const entries = sortedKeys(value).map((key) => `${jsonText(key)}:${sortedJSONText(value[key] as JSONValue)}`);
  return `{${entries.join(",")}}`;
}
