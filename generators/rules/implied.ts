import { underlying } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { orderStrings } from "../../engine/base/problem.js";
import { isGiven, isRequired } from "../presence/required.js";
import { newRule, type StatedRule } from "./rule.js";

/**
 * Returns `required` if an object must contain a property, and defaulting does not set it.
 * Otherwise returns `optional` if the property has no `?`. Returns undefined for any other property
 * with `?`, because its type already permits that it is absent.
 */
export function presenceOf(
  universe: Universe,
  owner: TypeDeclaration,
  field: Field,
): "required" | "optional" | undefined {
  if (isRequired(universe, owner, field) && !isGiven(universe, field)) return "required";
  return field.optional ? undefined : "optional";
}

/**
 * Returns the rule that an alias for a union of literals implies. Returns undefined for any other
 * type, such as an alias of another alias, and if the alias has `+k8s:enum`, which declares the
 * same rule.
 */
export function impliedByAlias(universe: Universe, { shape, markers }: TypeDeclaration): StatedRule | undefined {
  if (shape.kind !== "alias" || markers.some((marker) => marker.name === "k8s:enum")) return undefined;
  const under = shape.of.kind === "ref" ? undefined : underlying(universe, shape.of);
  if (under?.kind !== "literals") return undefined;
  const values = [...under.values].sort((a, b) => orderStrings(String(a), String(b)));
  return newRule({ kind: "enum", values });
}
