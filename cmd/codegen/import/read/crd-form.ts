import type { Position, Problem } from "../../../../engine/base/problem.js";
import { formFaults, type CRD } from "../../../../runtime/crd/index.js";
import { pathText, type Path, type Schema } from "../schema.js";

/** The API version of the CustomResourceDefinitions that API servers serve. */
export const served = "apiextensions.k8s.io/v1";

/** A CustomResourceDefinition of v1, as it was read. */
export interface ReadCRD {
  /** The definition; absent if API servers cannot decode it. */
  readonly crd?: CRD;
  /** Unknown fields, and values of wrong types. */
  readonly problems: readonly Problem[];
}

/** Reads a CustomResourceDefinition of v1. */
export function readCRD(value: Schema, positionOf: (place: Path) => Position): ReadCRD {
  const faults = formFaults(value);
  const problems = faults.map(({ place, wanted, isIgnored }): Problem => {
    const found = {
      position: positionOf(place),
      ...(wanted === undefined
        ? { code: "crd/unknown-field", message: `unknown field ${JSON.stringify(pathText(place))}` }
        : { code: "crd/wrong-type", message: `${pathText(place)} must be ${wanted}` }),
    };
    return isIgnored === true
      ? { ...found, severity: "warning", hint: "API servers ignore it without an error" }
      : { ...found, severity: "error" };
  });
  if (faults.some(({ wanted, isIgnored }) => wanted !== undefined && isIgnored !== true)) return { problems };
  // The check of the form has accepted the value.
  return { crd: value, problems };
}
