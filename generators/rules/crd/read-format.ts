import { remedy, replaceMarker } from "../../../engine/base/fix.js";
import { nearest } from "../../../engine/util/nearest.js";
import { report } from "../context.js";
import { formatNames, numberFormats, textFormat } from "../../../runtime/crd/index.js";
import { isOnKind, type ConstraintInput, type ReadConstraint } from "./read-constraints.js";
import { valueKind } from "./value-kind.js";

/** Reads `+kubebuilder:validation:Format`. Types imply the formats of numbers. */
export function readFormat(input: ConstraintInput): ReadConstraint | undefined {
  const { reader, context, marker, value: name } = input;
  if (typeof name !== "string") return undefined;
  const kind = valueKind(reader.universe, context.value.type);
  if (kind === "number" && numberFormats.includes(name)) return undefined;
  if (!isOnKind(input, "text")) return undefined;
  const fn = textFormat(name);
  if (fn !== undefined) return fn === "" ? undefined : { constraint: { keyword: "format", name, fn } };
  const meant = nearest(name, formatNames);
  const instead = `+${marker.name}=${meant ?? "uri"}`;
  const text = meant === undefined ? `the formats are ${formatNames.join(", ")}` : `did you mean ${instead}?`;
  report(reader, "bad-marker-value", marker, "is not a known format", remedy(replaceMarker(marker, instead, text)));
  return undefined;
}
