import type { Pattern } from "../../pattern/index.js";
import { listOf } from "../values/collections.js";
import { compiledPattern } from "./patterns.js";
import type { Functions } from "./declaration.js";
import { parsedBy } from "../values/attempt.js";
import type { Result } from "../values/value.js";

/** The functions that search with regular expressions. */
export const regexFunctions: Functions = {
  "string_find_string = (string).find(string): string": (text: string, expression: string) =>
    searched(expression, (compiled) => compiled.findAll(text, 1)[0] ?? ""),
  "string_find_all_string = (string).findAll(string): list(string)": allFound,
  "string_find_all_string_int = (string).findAll(string, int): list(string)": allFound,
};

/**
 * Returns the parts of a string that match a regular expression; an error for an invalid regular
 * expression.
 *
 * @param count maximum number of items; unlimited if negative
 */
function allFound(text: string, expression: string, count = -1n): Result {
  const most = count < 0n ? Number.POSITIVE_INFINITY : Number(count);
  return searched(expression, (compiled) => listOf(compiled.findAll(text, most)));
}

function searched(expression: string, search: (compiled: Pattern) => Result): Result {
  return parsedBy(() => search(compiledPattern(expression)), "Illegal regex: ");
}
