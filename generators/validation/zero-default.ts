import { underlying } from "../../engine/model/lookup.js";
import type { Context, Reader } from "./context.js";
import { nativeKind } from "./native.js";
import { readDefault, fieldTarget, hasDefault } from "../defaults/read-default.js";

/**
 * Returns what the default of a property means for its requiredness: `zero` if its zero is the
 * default of a value that is never absent, `set` for another default, undefined without one.
 */
export function isOptionalDefault({ universe }: Reader, { field, owner, value }: Context): "zero" | "set" | undefined {
  if (field === undefined || !hasDefault(field.markers)) return undefined;
  if (value.pointer) return "set";
  const kind = nativeKind(universe, underlying(universe, value.type));
  if (kind === "list" || kind === "map" || kind === "bytes" || kind === "interface") return "set";
  return readDefault(universe, fieldTarget(field, owner)).value?.isZero === true ? "zero" : "set";
}
