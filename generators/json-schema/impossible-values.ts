import { remedy, removeMarker, replaceMarker } from "../../engine/base/fix.js";
import { underlying } from "../../engine/model/lookup.js";
import type { Type, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { accepts } from "./accepts.js";
import { byPart, type StatedConstraint } from "./stated-constraint.js";
import { elementType } from "../rules/native.js";
import { bounds } from "../../runtime/schema/limits.js";
import { markerProblem, type MarkedValue } from "./marked-value.js";

/**
 * Reports constraints that no value can satisfy together, and members of an enumeration that other
 * constraints reject.
 */
export function impossibleValues({ universe, name: subject, type, stated }: MarkedValue): readonly Problem[] {
  return byPart(stated).flatMap((group) => {
    const [{ part, steps } = { part: "", steps: [] }] = group;
    const name = part === "" ? subject : `${subject} (${part.slice(0, -1)})`;
    return [
      ...Object.values(bounds).flatMap(([low, high]) => emptyRange(name, find(group, low), find(group, high))),
      ...numbersBetween(name, group, isInteger(universe, type, steps)),
      ...refusedMembers(name, group),
    ];
  });
}

function find(group: readonly StatedConstraint[], keyword: string): StatedConstraint | undefined {
  return group.find((one) => one.keyword === keyword);
}

function emptyRange(
  subject: string,
  lower: StatedConstraint | undefined,
  upper: StatedConstraint | undefined,
): readonly Problem[] {
  const [min, max] = [lower?.value, upper?.value];
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
  if (lower === undefined || upper === undefined) return [];
  const canSwap = lower.marker.then === undefined && upper.marker.then === undefined;
  const edits = [
    ...replaceMarker(lower.marker, `+${lower.marker.name}=${max}`).edits,
    ...replaceMarker(upper.marker, `+${upper.marker.name}=${min}`).edits,
  ];
  const message = `no value is valid for ${subject}: its ${lower.keyword} ${min} is greater than its ${upper.keyword} ${max}`;
  const text = "swap the two numbers";
  return [
    markerProblem("openapi/empty-range", lower.marker, message, canSwap ? remedy({ text, edits }) : { hint: text }),
  ];
}

/**
 * Reports a numeric range that contains no value, because its limits are exclusive, or because no
 * multiple of a required factor is between them.
 */
function numbersBetween(subject: string, group: readonly StatedConstraint[], integers: boolean): readonly Problem[] {
  const [lower, upper] = [find(group, "minimum"), find(group, "maximum")];
  const [min, max] = [lower?.value, upper?.value];
  if (lower === undefined || typeof min !== "number" || typeof max !== "number" || min > max) return [];
  const exclusives = ["exclusiveMinimum", "exclusiveMaximum"].map((keyword) => {
    const found = find(group, keyword);
    return found?.value === true ? found : undefined;
  });
  const [above, below] = exclusives;
  const least = integers ? Math.ceil(above === undefined ? min : Math.floor(min) + 1) : min;
  const most = integers ? Math.floor(below === undefined ? max : Math.ceil(max) - 1) : max;
  const exclusive = above ?? below;
  if (exclusive !== undefined && (least > most || (min === max && !integers))) {
    const names = [above, below].flatMap((one) => one?.keyword ?? []).join(" and ");
    const message = `no value is valid for ${subject}: ${names} ${above !== undefined && below !== undefined ? "exclude" : "excludes"} all values between its minimum ${min} and its maximum ${max}`;
    return [markerProblem("openapi/empty-range", exclusive.marker, message, remedy(removeMarker(exclusive.marker)))];
  }
  const factor = find(group, "multipleOf");
  if (factor === undefined || typeof factor.value !== "number" || factor.value <= 0) return [];
  const first = Math.ceil(least / factor.value) * factor.value;
  if (first <= most && !(first === least && above !== undefined && !integers && first + factor.value > most)) return [];
  const message = `no value is valid for ${subject}: no multiple of ${factor.value} is between its minimum ${min} and its maximum ${max}`;
  return [markerProblem("openapi/empty-range", factor.marker, message, { hint: "change the limits or multipleOf" })];
}

function refusedMembers(subject: string, group: readonly StatedConstraint[]): readonly Problem[] {
  const members = find(group, "enum");
  if (members === undefined || !Array.isArray(members.value)) return [];
  const others = group.filter((one) => one !== members && one.keyword !== "enum");
  return members.value.flatMap((member: unknown): Problem[] => {
    const refusal = others.find((one) => !accepts(member, one, group));
    if (refusal === undefined) return [];
    const message = `the member ${JSON.stringify(member)} of the enum of ${subject} is never valid: it violates the ${refusal.keyword} ${JSON.stringify(refusal.value)}`;
    const hint = `remove the member, or change ${refusal.keyword}`;
    return [markerProblem("openapi/refused-member", members.marker, message, { hint })];
  });
}

/**
 * Reports whether the values at the end of a path of steps are integers. Returns false if a step
 * selects keys or a property.
 */
function isInteger(universe: Universe, type: Type, [step, ...rest]: readonly string[]): boolean {
  const under = underlying(universe, type);
  if (step === undefined) return under.kind === "scalar" && /^u?int\d+$/.test(under.name);
  const inner = step === "each" ? elementType(universe, under) : undefined;
  return inner !== undefined && isInteger(universe, inner, rest);
}
