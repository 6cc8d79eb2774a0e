import { addMarker, remedy } from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { Problem } from "../../../engine/base/problem.js";
import { isAlwaysSet } from "../../rules/native.js";
import type { FieldNode } from "../../rules/node.js";
import type { LintRule, LintSubject } from "./subject.js";
import { problemAt } from "../../markers/problem-at.js";
import { validationProblems } from "../../problem-codes/validation.js";

const presence: ReadonlySet<string> = new Set(["k8s:optional", "k8s:required", "k8s:forbidden"]);

/**
 * Requires that a property with rules has a marker that makes it optional, required or forbidden,
 * because other rules do not apply to an unset value. This does not apply to an object without `?`,
 * which is always set. It also does not apply if types imply rules, because then the `?` determines
 * the presence.
 */
export const requiredness: LintRule = (subject): readonly Problem[] => {
  const { field, infers, markers, name } = subject;
  if (field === undefined || infers || isAlwaysSet(subject.universe, field.value) || markers.some(hasPresence))
    return [];
  const reason = markers.some(isRule) ? "has rules" : hasRulesOfType(subject, field) ? "has the rules of its type" : "";
  if (reason === "") return [];
  const { optional, position } = field.field;
  const first = optional || markers.some(isMember) ? ["optional", "required"] : ["required", "optional"];
  const message = `${name} ${reason}, but no marker determines whether the property is required`;
  const advice = remedy(...first.map((word) => addMarker(position, `+k8s:${word}`)));
  return [problemAt(field.field, validationProblems.is("validation/no-presence"), message, advice)];
};

/** Reports whether a chain of markers determines if the property can be unset. */
function hasPresence(marker: Marker): boolean {
  return presence.has(marker.name) || (marker.then !== undefined && hasPresence(marker.then));
}

/** Reports whether a chain of markers declares a rule. */
function isRule({ name, then }: Marker): boolean {
  return then === undefined ? name !== "k8s:opaqueType" : isRule(then);
}

function isMember({ name, then }: Marker): boolean {
  return /^k8s:(union|zeroOrOneOf)Member$/.test(name) || (then !== undefined && isMember(then));
}

/**
 * Reports whether the type of a property has rules, or the type of its map keys, items or map
 * values.
 */
function hasRulesOfType({ hasRules }: LintSubject, { types }: FieldNode): boolean {
  return types.some(hasRules);
}
