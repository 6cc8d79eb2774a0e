import type { Field, TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import { isRequiredByConstraint, isRequiredInRequests } from "../../presence/required.js";
import type { Validations } from "../rule.js";

/**
 * Returns whether an object must contain a property, for a property with markers of controller-gen
 * of which the type alone does not tell it. Constraints apply only to properties that are present.
 */
export function constrainedPresence(
  universe: Universe,
  owner: TypeDeclaration,
  field: Field,
  { rules }: Validations,
): "required" | "optional" | undefined {
  if (isRequiredByConstraint(universe, owner, field)) return "required";
  const mustBePresent = isRequiredInRequests(universe, owner, field);
  const isConstrained = rules.some(({ isOfCRD }) => isOfCRD === true);
  return isConstrained && !field.optional && !mustBePresent ? "optional" : undefined;
}

/** Reports whether a marker lists the allowed values, so that the type implies no rule for them. */
export function listsValues({ rules }: Validations): boolean {
  return rules.some(({ data }) => data.some(({ kind, texts }) => kind === "enum" && texts === "crd"));
}
