import { underlying } from "../../../engine/model/lookup.js";
import { hasDefault } from "../../markers/defaults.js";
import { readDefault, fieldTarget } from "../../presence/read-default.js";
import { canBeUnset, type MarkerReader, type MarkerSite } from "../context.js";
import { nativeKind } from "../native.js";
import { noValidations, rulesOnly, newRule } from "../rule.js";

export const readRequired: MarkerReader = (site) =>
  canBeUnset(site) ? rulesOnly(newRule({ kind: "required" })) : noValidations;

/**
 * Reads `+k8s:optional`. The server always sets a property with a default, so such a property is
 * required after defaulting. If the default is the zero value, no rule is returned, because the
 * client may have set this value itself.
 */
export const readOptional: MarkerReader = (site) => {
  const byDefault = kindOfDefault(site);
  if (byDefault === "zero") return { ...noValidations, needsFunction: true };
  if (!canBeUnset(site)) return noValidations;
  return rulesOnly(newRule({ kind: byDefault === "set" ? "required" : "optional" }));
};

/**
 * Reads `+k8s:forbidden`. Other rules of the property never run, because a value that passes is
 * unset.
 */
export const readForbidden: MarkerReader = (site) =>
  canBeUnset(site) ? rulesOnly(newRule({ kind: "forbidden" }), newRule({ kind: "optional" })) : noValidations;

/**
 * Returns `zero` if the default is the zero value of a property that is not a pointer (see
 * `NativeValue`). Returns `set` for any other default, and for each default of a list, a map, bytes
 * or an untyped value. Returns undefined for a property without a default.
 */
function kindOfDefault({ reader: { universe }, context }: MarkerSite): "zero" | "set" | undefined {
  const { field, owner, value } = context;
  if (field === undefined || !hasDefault(field)) return undefined;
  if (value.pointer) return "set";
  const kind = nativeKind(universe, underlying(universe, value.type));
  if (kind === "list" || kind === "map" || kind === "bytes" || kind === "interface") return "set";
  return readDefault(universe, fieldTarget(field, owner)).value?.isZero === true ? "zero" : "set";
}
