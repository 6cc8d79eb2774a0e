import { goPrint } from "../../json/go-print.js";
import { goQuote } from "../../util/go-quote.js";
import type { JSONValue } from "../../values/types.js";
import { sortedKeys } from "../../util/compare-keys.js";

/**
 * Returns a value in the form in which printed paths contain it: `"a"`, `80`, `["a",1]`. Source:
 * `value.ToString`.
 */
export function printValue(value: JSONValue): string {
  if (value === null) return "null";
  if (typeof value === "string") return goQuote(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(",")}]`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object") return goPrint(value);
  return sortedKeys(value)
    .map((key) => `${key}=${printValue(value[key] as JSONValue)}`)
    .join("");
}
