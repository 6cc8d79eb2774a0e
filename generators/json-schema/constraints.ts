import { remedy, removeMarker } from "../../engine/base/fix.js";
import { memoryKind, type MemoryKind } from "../../engine/model/facts/value-kind.js";
import type { Problem } from "../../engine/base/problem.js";
import { bounds, type Bounded } from "../../runtime/schema/limits.js";
import { validationsOf } from "../markers/constraints.js";
import { nativeKind } from "../rules/native.js";
import { markerProblem, type MarkedValue } from "./marked-value.js";

const kindsOfLimited: Readonly<Record<Bounded, MemoryKind>> = {
  value: "a number",
  characters: "a string",
  items: "a list",
  properties: "an object",
};

const meaningful: { readonly [keyword: string]: MemoryKind } = {
  ...Object.fromEntries(
    Object.entries(bounds).flatMap(([of, [least, most]]) =>
      // This assertion is safe, because the keys of `bounds` have the type `Bounded`.
      [most, least].map((name) => [name, kindsOfLimited[of as Bounded]]),
    ),
  ),
  exclusiveMaximum: "a number",
  exclusiveMinimum: "a number",
  multipleOf: "a number",
  pattern: "a string",
  uniqueItems: "a list",
};

/** Reports constraints that do not apply to the JSON type of the value. */
export function checkConstraints({ universe, name: subject, type, markers }: MarkedValue): readonly Problem[] {
  const validations = validationsOf(markers);
  if (validations.length === 0) return [];
  const kind = memoryKind(universe, type);
  return validations.flatMap(({ key: keyword }): Problem[] => {
    const wanted = meaningful[keyword];
    const marker = markers.find(({ name }) => name.toLowerCase().endsWith(`:${keyword.toLowerCase()}`));
    if (wanted === undefined || kind === undefined || wanted === kind || marker === undefined) return [];
    // The validation generator reports controller-gen's markers as errors.
    if (marker.name.startsWith("kubebuilder:")) return [];
    // Bytes are a list in Go, so these list markers limit the number of bytes.
    if (marker.name.startsWith("k8s:m") && wanted === "a list" && nativeKind(universe, type) === "bytes") return [];
    const message = `${keyword} has no effect on ${subject}: the marker constrains ${wanted}, but the type is ${kind}`;
    const instead = Object.keys(meaningful).filter((other) => meaningful[other] === kind);
    const others = instead.length === 0 ? "" : `, or use one of ${instead.join(", ")}`;
    const advice = remedy(removeMarker(marker, `remove the marker${others}`));
    return [markerProblem("openapi/idle-constraint", marker, message, advice)];
  });
}
