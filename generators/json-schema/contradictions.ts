import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Problem } from "../../engine/base/problem.js";
import { markerProblem, type MarkedValue } from "./marked-value.js";

/**
 * Reports pairs of markers that contradict each other: two values for one keyword, or a property
 * that is required and also optional or forbidden.
 */
export function keywordContradictions(subject: MarkedValue): readonly Problem[] {
  return subject.markers.length < 2 ? [] : [...presence(subject), ...keywordTwice(subject)];
}

const required = ["required", "k8s:required"];
const optional = ["optional", "k8s:optional"];

type ContradictionCode = "openapi/two-values" | "openapi/optional-and-required" | "openapi/forbidden-and-required";

/**
 * Each entry contains a problem code, two lists of markers, and the reason. Markers from both lists
 * on the same property contradict each other.
 */
const pairs: readonly (readonly [ContradictionCode, readonly string[], readonly string[], string])[] = [
  ["openapi/optional-and-required", required, optional, "a required property cannot be optional"],
  [
    "openapi/optional-and-required",
    // `+kubebuilder:validation:Required` has precedence over `+optional`. Kubernetes itself has a
    // property with both markers.
    ["kubebuilder:validation:Required"],
    ["kubebuilder:validation:Optional"],
    "a required property cannot be optional",
  ],
  [
    "openapi/forbidden-and-required",
    [...required, "kubebuilder:validation:Required"],
    ["k8s:forbidden"],
    "a required property cannot be forbidden",
  ],
];

function presence({ name, markers }: MarkedValue): readonly Problem[] {
  return pairs.flatMap(([code, ones, others, reason]) => {
    const [one, other] = [find(markers, ones), find(markers, others)];
    return one === undefined || other === undefined ? [] : [problem(code, name, one, other, reason)];
  });
}

function find(markers: readonly Marker[], names: readonly string[]): Marker | undefined {
  return markers.find(({ name, then, value }) => names.includes(name) && then === undefined && value !== "false");
}

/** Reports a keyword with two different values. The values may come from markers of two tools. */
function keywordTwice({ name, stated }: MarkedValue): readonly Problem[] {
  const known = new Map<string, { readonly marker: Marker; readonly value: string }>();
  const compared = (text: string): string => text.replaceAll("-", "");
  return stated.flatMap(({ marker, part, keyword, value: limit }) => {
    // Several rules inside other markers, or several values that a value must not equal, do not
    // contradict each other.
    if (marker.then !== undefined || keyword === "neq") return [];
    const key = `${part}${keyword}`;
    const value = JSON.stringify(limit);
    const first = known.get(key);
    if (first === undefined) known.set(key, { marker, value });
    if (first === undefined || first.value === value) return [];
    // Hyphens in a format's name are not significant.
    if (keyword === "format" && compared(first.value) === compared(value)) return [];
    return [problem("openapi/two-values", name, marker, first.marker, `${key} is both ${value} and ${first.value}`)];
  });
}

function problem(code: ContradictionCode, subject: string, marker: Marker, other: Marker, reason: string): Problem {
  const where = other.position.line === marker.position.line ? "" : ` on line ${other.position.line}`;
  const removal = (at: Marker) => {
    const line = marker.name === other.name ? ` on line ${at.position.line}` : "";
    return removeMarker(at, `remove +${at.name}${line}`);
  };
  const message = `+${marker.name} of ${subject} contradicts +${other.name}${where}: ${reason}`;
  return markerProblem(code, marker, message, remedy(removal(marker), removal(other)));
}
