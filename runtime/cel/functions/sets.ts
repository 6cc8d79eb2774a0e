import { containsItem } from "../values/lists.js";
import type { ListValue, Result } from "../values/value.js";
import type { Functions } from "./declaration.js";

/**
 * The functions of lists that are used as sets: the order and the repetition of items have no
 * meaning.
 */
export const setFunctions: Functions = {
  "list_sets_contains_list = sets.contains(list(T), list(T)): bool": containsAll,
  "list_sets_equivalent_list = sets.equivalent(list(T), list(T)): bool": (a: ListValue, b: ListValue) => {
    const result = containsAll(a, b);
    return result === true ? containsAll(b, a) : result;
  },
  "list_sets_intersects_list = sets.intersects(list(T), list(T)): bool": (a: ListValue, b: ListValue) =>
    [...a].some((item) => containsItem(b, item) === true),
};

function containsAll(set: ListValue, items: ListValue): Result {
  for (const item of items) {
    const result = containsItem(set, item);
    if (result !== true) return result;
  }
  return true;
}
