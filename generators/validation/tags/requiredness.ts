import { report, type Context, type MarkerReader, type Reader } from "../context.js";
import { isOptionalDefault } from "../zero-default.js";
import { nativeKind } from "../native.js";
import { nothing, rulesOnly, shortCircuit, type Validations } from "../rule.js";
import type { Marker } from "../../../engine/markers/marker.js";

export const required: MarkerReader = (reader, context, marker) =>
  canBeUnset(reader, context, marker) ? rulesOnly(shortCircuit({ kind: "required" })) : nothing;

/**
 * Reads `+k8s:optional`. The server always sets a property with a default. If the default is zero,
 * all values are allowed, because the client may have set the zero.
 */
export const optional: MarkerReader = (reader, context, marker) => {
  const byDefault = isOptionalDefault(reader, context);
  if (byDefault === "zero") {
    return { ...nothing, notes: ["An optional property whose default is its zero has no rule."] };
  }
  if (!canBeUnset(reader, context, marker)) return nothing;
  if (byDefault === "set") return rulesOnly(shortCircuit({ kind: "required" }));
  return rulesOnly({ ...shortCircuit({ kind: "optional" }), nonError: true });
};

/**
 * Reads `+k8s:forbidden`. If its check passes, the value is unset, so the other rules do not run.
 */
export const forbidden: MarkerReader = (reader, context, marker): Validations =>
  canBeUnset(reader, context, marker)
    ? rulesOnly(shortCircuit({ kind: "forbidden" }), { ...shortCircuit({ kind: "optional" }), nonError: true })
    : nothing;

function canBeUnset(reader: Reader, context: Context, marker: Marker): boolean {
  const kind = nativeKind(reader.universe, context.value.type);
  if (kind !== "struct" || context.value.pointer) return true;
  report(reader, "wrong-type", marker, "an object is always set; the property needs a `?`");
  return false;
}
