import { underlying } from "../../engine/model/lookup.js";
import type { MarkerContext, Reader } from "./context.js";
import { nativeKind } from "./native.js";
import { readDefault, fieldTarget } from "../presence/read-default.js";
import { hasDefault } from "../markers/defaults.js";

/**
 * Returns `zero` if the default of a property is the zero value and the property is never absent.
 * Returns `set` for any other default; undefined for a property without a default.
 */
export function kindOfDefault(
  { universe }: Reader,
  { field, owner, value }: MarkerContext,
): "zero" | "set" | undefined {
  if (field === undefined || !hasDefault(field)) return undefined;
  if (value.pointer) return "set";
  const kind = nativeKind(universe, underlying(universe, value.type));
  if (kind === "list" || kind === "map" || kind === "bytes" || kind === "interface") return "set";
  return readDefault(universe, fieldTarget(field, owner)).value?.isZero === true ? "zero" : "set";
}
