import type { Strategy } from "@apimachinery/apiserver";
import { field, type ErrorList } from "@apimachinery/runtime";
import type { Flunder, FlunderSpec } from "../wardle/types.js";

/** The strategy of flunders, with the rules and texts of Go's sample-apiserver. */
export const flunderStrategy: Strategy<Flunder> = {
  validateOnUpdate: false,
  validate: (_context, { spec }) => [...referenceErrors(spec), ...typeErrors(spec)],
};

const types = ["Flunder", "Fischer"];

/** Returns at most one error, as the sample does. */
function referenceErrors({ flunderReference, fischerReference, referenceType }: FlunderSpec): ErrorList {
  const flunder = (problem: string) => [
    field.invalid(field.newPath("spec", "flunderReference"), flunderReference, problem),
  ];
  const fischer = (problem: string) => [
    field.invalid(field.newPath("spec", "fischerReference"), fischerReference, problem),
  ];
  if (flunderReference !== "" && fischerReference !== "")
    return fischer("cannot be set with flunderReference at the same time");
  if (flunderReference !== "" && referenceType !== "Flunder")
    return flunder("cannot be set if referenceType is not Flunder");
  if (fischerReference !== "" && referenceType !== "Fischer")
    return fischer("cannot be set if referenceType is not Fischer");
  if (fischerReference === "" && referenceType === "Fischer")
    return fischer("cannot be empty if referenceType is Fischer");
  if (flunderReference === "" && referenceType === "Flunder")
    return flunder("cannot be empty if referenceType is Flunder");
  return [];
}

function typeErrors({ referenceType }: FlunderSpec): ErrorList {
  return referenceType === "" || types.includes(referenceType)
    ? []
    : [field.invalid(field.newPath("spec", "referenceType"), referenceType, "must be Flunder or Fischer")];
}
