import { underlying } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { orderStrings } from "../../engine/base/problem.js";
import { hasDefault } from "../markers/defaults.js";
import { isRequiredByConstraint, isRequiredInRequests } from "../presence/required.js";
import { newRule, type StatedRule } from "./rule.js";

/**
 * Markers that determine whether a property must be set. If a property has one of them, its type
 * does not imply such a rule.
 */
const others: ReadonlySet<string> = new Set([
  "k8s:forbidden",
  "k8s:unionMember",
  "k8s:zeroOrOneOfMember",
  "k8s:ifMode",
]);

/**
 * Returns `required` if an object must contain a property, or else `optional` if the property has
 * no `?`. Returns undefined for any other property with `?`, because its type already permits that
 * it is absent.
 */
export function presenceOf(
  universe: Universe,
  owner: TypeDeclaration,
  field: Field,
): "required" | "optional" | undefined {
  const isFree = hasDefault(field) || hasOther(field);
  const mustBeSent = isRequiredInRequests(universe, owner, field) || isRequiredByConstraint(universe, owner, field);
  if (mustBeSent && !isFree) return "required";
  return field.optional ? undefined : "optional";
}

/**
 * Returns the rule that an alias for a union of literals implies. Returns undefined for any other
 * type, and if the alias has `+k8s:enum`, which declares the same rule.
 */
export function impliedByAlias(universe: Universe, { shape, markers }: TypeDeclaration): StatedRule | undefined {
  if (shape.kind !== "alias" || markers.some((marker) => marker.name === "k8s:enum")) return undefined;
  const under = shape.of.kind === "ref" ? undefined : underlying(universe, shape.of);
  if (under?.kind !== "literals") return undefined;
  const values = [...under.values].sort((a, b) => orderStrings(String(a), String(b)));
  return newRule({ kind: "enum", values });
}

function hasOther({ markers }: Field): boolean {
  return markers.some(({ name }) => others.has(name));
}
