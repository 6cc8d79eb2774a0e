import { goPrint } from "../../json/go-print.js";
import { goQuote } from "../../util/go-quote.js";
import type { JSONValue } from "../../values/types.js";
import { sortedKeys } from "../../util/compare-keys.js";

/**
 * Returns a JSON value as Go's `%#v` prints it: `map[string]interface {}{"a":1}`, with sorted keys.
 */
export function goSyntax(value: JSONValue): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return goQuote(value);
  if (typeof value !== "object") return goPrint(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  const entries = sortedKeys(value).map((key) => `${goQuote(key)}:${goSyntax(value[key] as JSONValue)}`);
  return `map[string]interface {}{${entries.join(", ")}}`;
}
