import { report, type Context, type MarkerReader, type Reader } from "../context.js";
import { isOptionalDefault } from "../zero-default.js";
import { nativeKind } from "../native.js";
import { nothing, rulesOnly, shortCircuit, type Validations } from "../rule.js";
import type { Marker } from "../../../engine/markers/marker.js";

export const required: MarkerReader = (reader, context, marker) =>
  canBeUnset(reader, context, marker) ? rulesOnly(shortCircuit({ kind: "required" })) : nothing;

/**
 * A property with a default is always set on the server. If its zero is the default, every value
 * is allowed, because a zero can be what the client has set.
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

/** A value that is not forbidden is unset, so that no other rule applies to it. */
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
