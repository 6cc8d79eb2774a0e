import { inserted } from "../values/collections.js";
import { MapValue, type Implementations, type Result } from "../values/value.js";
import { isAnyValue, binary, isMapValue, ternary } from "./signature.js";

/** The functions that macros with two variables call. */
export const twoVariableFunctions: Implementations = {
  "@mapInsert_map_key_value": ternary(isMapValue, isAnyValue, isAnyValue, inserted),
  "@mapInsert_map_map": binary(isMapValue, isMapValue, insertedEntries),
};

function insertedEntries(map: MapValue, entries: MapValue): Result {
  let result: Result = map;
  for (const key of entries.keys()) {
    if (!(result instanceof MapValue)) return result;
    result = inserted(result, key, entries.get(key) as Result);
  }
  return result;
}
