import { remedy, replaceMarker } from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Problem } from "../../../engine/base/problem.js";
import { markerString } from "../../rules/tag.js";
import type { LintRule } from "./subject.js";
import { problemAt } from "../../markers/problem-at.js";
import { validationProblems } from "../../problem-codes/validation.js";

/**
 * Requires that `+k8s:alpha` or `+k8s:beta` is the first marker of a chain, because the level
 * applies to the complete chain.
 */
export const levelPrefix: LintRule = ({ markers }) =>
  markers.flatMap((outer): readonly Problem[] => {
    const inner = innerLevel(outer);
    if (inner === undefined) return [];
    // A chain can have only one level. If the chain begins with a level, that level is kept.
    const rest = without(outer, inner);
    const instead = isLevel(rest) ? rest : { ...inner, then: rest };
    const message = `\`+${inner.name}\` cannot be inside \`+${outer.name}\`: a stability level must be the first marker of the line`;
    const advice = remedy(replaceMarker(outer, markerString(instead)));
    return [problemAt(inner, validationProblems.is("validation/inner-level"), message, advice)];
  });

/** Reports whether a marker is a stability level. */
export function isLevel({ name }: Marker): boolean {
  return name === "k8s:alpha" || name === "k8s:beta";
}

/** Returns the first level that is not at the start of a chain; undefined if none exists. */
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
