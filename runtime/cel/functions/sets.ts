import { containsItem } from "../values/lists.js";
import type { Implementations, ListValue, Result } from "../values/value.js";
import { binary, isListValue } from "./signature.js";

/**
 * The functions of lists that are used as sets: the order and the repetition of items have no
 * meaning.
 */
export const setFunctions: Implementations = {
  list_sets_contains_list: binary(isListValue, isListValue, containsAll),
  list_sets_equivalent_list: binary(isListValue, isListValue, (a, b) => {
    const result = containsAll(a, b);
    return result === true ? containsAll(b, a) : result;
  }),
  list_sets_intersects_list: binary(isListValue, isListValue, (a, b) =>
    [...a].some((item) => containsItem(b, item) === true),
  ),
};

function containsAll(set: ListValue, items: ListValue): Result {
  for (const item of items) {
    const result = containsItem(set, item);
    if (result !== true) return result;
  }
  return true;
}
