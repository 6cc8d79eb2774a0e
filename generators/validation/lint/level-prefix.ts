import { remedy, replaceMarker } from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Problem } from "../../../engine/base/problem.js";
import { markerString } from "../../rules/tag.js";
import type { LintRule } from "./subject.js";
import { validationProblems } from "../../problem-codes/validation.js";

/** `+k8s:alpha` and `+k8s:beta` must be the first marker of a line: they apply to all of it. */
export const levelPrefix: LintRule = ({ markers }) =>
  markers.flatMap((outer): readonly Problem[] => {
    const inner = innerLevel(outer);
    if (inner === undefined) return [];
    // A chain of markers has one stability level. A level at the start of the chain stays.
    const rest = without(outer, inner);
    const instead = isLevel(rest) ? rest : { ...inner, then: rest };
    return [
      {
        ...validationProblems.is("validation/inner-level"),
        message: `\`+${inner.name}\` cannot be inside \`+${outer.name}\`: it must be the first marker of the line`,
        ...remedy(replaceMarker(outer, markerString(instead))),
        position: inner.position,
      },
    ];
  });

/** Reports whether a marker is a level of stability. */
export function isLevel({ name }: Marker): boolean {
  return name === "k8s:alpha" || name === "k8s:beta";
}

/** Returns the first level after the first marker of a chain. */
function innerLevel({ then }: Marker): Marker | undefined {
  if (then === undefined) return undefined;
  return isLevel(then) ? then : innerLevel(then);
}

/** Returns a chain without one of its markers. */
function without(chain: Marker, removed: Marker): Marker {
  const { then } = chain;
  if (then === undefined) return chain;
  return { ...chain, then: then === removed && then.then !== undefined ? then.then : without(then, removed) };
}
