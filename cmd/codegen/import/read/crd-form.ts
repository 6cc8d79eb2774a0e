import type { Position, Problem } from "../../../../engine/base/problem.js";
import { formProblems, type CRD } from "../../../../runtime/crd/index.js";
import { printPath, type DocumentPath, type ReadSchema } from "../schema.js";
import { crdProblems } from "../../../../generators/problem-codes/crd.js";

/** The API version of CustomResourceDefinitions that current API servers accept. */
export const served = "apiextensions.k8s.io/v1";

/** A parsed CustomResourceDefinition of the API version v1. */
export interface ReadCRD {
  /** The definition; absent if API servers cannot decode it. */
  readonly crd?: CRD;
  /** Errors for values of wrong types, and warnings for unknown fields. */
  readonly problems: readonly Problem[];
}

/** Reads a CustomResourceDefinition of the API version v1. */
export function readCRD(value: ReadSchema, positionOf: (place: DocumentPath) => Position): ReadCRD {
  const reasons = formProblems(value);
  const problems = reasons.map(({ place, wanted, isIgnored }): Problem => {
    const severity = isIgnored === true ? "warning" : "error";
    return {
      ...(wanted === undefined
        ? {
            ...crdProblems.is("crd/unknown-field", severity),
            message: `unknown field ${JSON.stringify(printPath(place))}`,
          }
        : { ...crdProblems.is("crd/wrong-type", severity), message: `${printPath(place)} must be ${wanted}` }),
      ...(isIgnored === true ? { hint: "API servers ignore the value without an error" } : {}),
      position: positionOf(place),
    };
  });
  if (reasons.some(({ wanted, isIgnored }) => wanted !== undefined && isIgnored !== true)) return { problems };
  // `formProblems` has checked the types of all values.
  return { crd: value, problems };
}
