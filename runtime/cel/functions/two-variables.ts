import { inserted } from "../values/collections.js";
import { MapValue, type Result } from "../values/value.js";
import type { Functions } from "./declaration.js";

/** The functions that macros with two variables call. */
export const twoVariableFunctions: Functions = {
  "@mapInsert_map_key_value = cel.@mapInsert(map(K, V), K, V): map(K, V)": inserted,
  "@mapInsert_map_map = cel.@mapInsert(map(K, V), map(K, V)): map(K, V)": insertedEntries,
};

function insertedEntries(map: MapValue, entries: MapValue): Result {
  let result: Result = map;
  for (const key of entries.keys()) {
    if (!(result instanceof MapValue)) return result;
    result = inserted(result, key, entries.get(key) as Result);
  }
  return result;
}
