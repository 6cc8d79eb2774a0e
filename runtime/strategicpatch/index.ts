import type { TypeSchema } from "../schema/schema.js";
import type { JSONValue } from "../values/types.js";
import { asMap, type PatchMap } from "./json-map.js";
import { mergeMap } from "./merge-map.js";

export { StrategicMergePatchError } from "./errors.js";
export type { PatchFault } from "./errors.js";

/**
 * Applies a strategic merge patch to an object in JSON (Go: StrategicMergePatch). Mutates nothing;
 * the result can share parts with both arguments.
 * @param schema type of the object, with the markers `+patchStrategy` and `+patchMergeKey`
 * @throws StrategicMergePatchError for a patch that cannot be applied (see `PatchFault`)
 */
export function strategicMergePatch(original: JSONValue, patch: JSONValue, schema: TypeSchema): PatchMap {
  return mergeMap(asMap(original), asMap(patch), { type: "ref", to: () => schema });
}
