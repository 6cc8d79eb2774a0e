import type { Field, TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import { requiredBySchema } from "../../markers/crd.js";
import { isRequired } from "../../presence/required.js";
import type { Validations } from "../rule.js";

/**
 * Returns `required` if a marker of controller-gen makes the property required. Returns `optional`
 * if the property has constraint markers of controller-gen, and requests can omit it although it
 * has no `?`; constraints then apply only to present values. Otherwise returns undefined.
 */
export function constrainedPresence(
  universe: Universe,
  owner: TypeDeclaration,
  field: Field,
  { rules }: Validations,
): "required" | "optional" | undefined {
  const mustBePresent = isRequired(universe, owner, field);
  if (mustBePresent && requiredBySchema.has(field)) return "required";
  const isConstrained = rules.some(({ isOfCRD }) => isOfCRD === true);
  return isConstrained && !field.optional && !mustBePresent ? "optional" : undefined;
}

/**
 * Reports whether a controller-gen marker lists the allowed values. If so, the type implies no
 * further rule for the values.
 */
export function listsValues({ rules }: Validations): boolean {
  return rules.some(({ data }) => data.some(({ kind, texts }) => kind === "enum" && texts === "crd"));
}
