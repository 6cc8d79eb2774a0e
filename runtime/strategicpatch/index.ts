import type { TypeSchema } from "../schema.js";
import type { JSONValue } from "../types.js";
import { asMap } from "./json-map.js";
import { mergeMap } from "./merge-map.js";
import { rootOf } from "./patch-meta.js";

export { StrategicMergePatchError } from "./errors.js";
export type { PatchFault } from "./errors.js";

/**
 * Applies a strategic merge patch to an object as JSON: Go's StrategicMergePatch. What the types
 * say is read from the schema: `+patchStrategy` and `+patchMergeKey`. Mutates nothing; the result
 * may share parts with both.
 * @throws StrategicMergePatchError
 */
export function strategicMergePatch(
  original: JSONValue,
  patch: JSONValue,
  schema: TypeSchema,
): { [key: string]: JSONValue } {
  return mergeMap(asMap(original), asMap(patch), rootOf(schema));
}
