import { reportMarker, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { kindOfDefault } from "../zero-default.js";
import { nativeKind } from "../native.js";
import { noValidations, rulesOnly, newRule, type Validations } from "../rule.js";
import type { Marker } from "../../../engine/markers/marker.js";

export const readRequired: MarkerReader = (reader, context, marker) =>
  canBeUnset(reader, context, marker) ? rulesOnly(newRule({ kind: "required" })) : noValidations;

/**
 * Reads `+k8s:optional`. A property with a default is always set by the server. If the default is
 * zero, no rule exists, because the client may have set the zero itself.
 */
export const readOptional: MarkerReader = (reader, context, marker) => {
  const byDefault = kindOfDefault(reader, context);
  if (byDefault === "zero") return { ...noValidations, needsFunction: true };
  if (!canBeUnset(reader, context, marker)) return noValidations;
  if (byDefault === "set") return rulesOnly(newRule({ kind: "required" }));
  return rulesOnly(newRule({ kind: "optional" }));
};

/** Reads `+k8s:forbidden`. The other rules never run: if the check passes, the value is unset. */
export const readForbidden: MarkerReader = (reader, context, marker): Validations =>
  canBeUnset(reader, context, marker)
    ? rulesOnly(newRule({ kind: "forbidden" }), newRule({ kind: "optional" }))
    : noValidations;

function canBeUnset(reader: Reader, context: MarkerContext, marker: Marker): boolean {
  const kind = nativeKind(reader.universe, context.value.type);
  if (kind !== "struct" || context.value.pointer) return true;
  reportMarker(reader, "validation/wrong-type", marker, "a property with an object is always set: add a `?` to it");
  return false;
}
