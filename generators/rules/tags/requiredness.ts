import { alwaysSet, reportMarker, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { kindOfDefault } from "../zero-default.js";
import { nativeKind } from "../native.js";
import { noValidations, rulesOnly, newRule, type Validations } from "../rule.js";
import type { Marker } from "../../../engine/markers/marker.js";

export const readRequired: MarkerReader = (reader, context, marker) =>
  canBeUnset(reader, context, marker) ? rulesOnly(newRule({ kind: "required" })) : noValidations;

/**
 * Reads `+k8s:optional`. The server always sets a property with a default, so such a property is
 * required after defaulting. If the default is the zero value, no rule is returned, because the
 * client may have set this value itself.
 */
export const readOptional: MarkerReader = (reader, context, marker) => {
  const byDefault = kindOfDefault(reader, context);
  if (byDefault === "zero") return { ...noValidations, needsFunction: true };
  if (!canBeUnset(reader, context, marker)) return noValidations;
  if (byDefault === "set") return rulesOnly(newRule({ kind: "required" }));
  return rulesOnly(newRule({ kind: "optional" }));
};

/**
 * Reads `+k8s:forbidden`. Other rules of the property never run, because a value that passes is
 * unset.
 */
export const readForbidden: MarkerReader = (reader, context, marker): Validations =>
  canBeUnset(reader, context, marker)
    ? rulesOnly(newRule({ kind: "forbidden" }), newRule({ kind: "optional" }))
    : noValidations;

function canBeUnset(reader: Reader, context: MarkerContext, marker: Marker): boolean {
  const kind = nativeKind(reader.universe, context.value.type);
  if (kind !== "struct" || context.value.pointer) return true;
  reportMarker(reader, "validation/wrong-type", marker, ...alwaysSet);
  return false;
}
