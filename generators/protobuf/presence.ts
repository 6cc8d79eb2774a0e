import type { MessageField } from "./message.js";
import type { Wire } from "./wire.js";

/**
 * When a property that is not a list or map is written: `always`, also if it is zero; `notZero`:
 * always, and a zero that is read makes the property absent, as in JSON; `present`: if it has a
 * value.
 */
export type Presence = "always" | "notZero" | "present";

/**
 * Returns when a field is written. As in Go's JSON, a zero that is read makes a quantity, a number
 * or string, and a duration not absent.
 */
export function presenceOf({ source }: MessageField, wire: Wire): Presence {
  if (source.kind !== "property" || !source.property.optional) return "always";
  // In Go, absent bytes are nil, which is not written; empty bytes are a value.
  if (wire.kind === "scalar" && wire.proto === "bytes") return "present";
  if (!source.property.markers.some(({ name }) => name === "omitzero")) return "present";
  const hasZero = wire.kind === "message" && wire.zero !== undefined && !["{}", "[]", `""`, "null"].includes(wire.zero);
  return hasZero ? "always" : "notZero";
}
