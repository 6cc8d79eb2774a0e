import { columnFormats, columnTypes } from "../../../../generators/markers/parse/column.js";
import {
  objectsIn,
  printPath,
  stringAt,
  stringsIn,
  valueInDocument,
  type DocumentPath,
  type ReadSchema,
} from "../schema.js";
import type { CRDVersion } from "./crd-versions.js";

/** A problem in a CRD, with the path of the wrong value. */
export interface CRDProblem {
  readonly path: DocumentPath;
  readonly message: string;
}

const label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/**
 * Returns the problem in a resource name by the rules of Kubernetes (RFC 1035); undefined for a
 * valid name.
 */
export function labelProblem(name: string): string | undefined {
  return label.test(name) && name.length <= 63
    ? undefined
    : `${JSON.stringify(name)} is not a valid resource name: use at most 63 lower-case letters, digits and hyphens, such as pizzas`;
}

/** Returns the problems in the names of a CRD because of which an API server refuses the CRD. */
export function nameProblems(crd: ReadSchema, path: DocumentPath): readonly CRDProblem[] {
  const names = ["spec", "names"];
  const single = ["plural", "singular"].flatMap((keyword) => {
    const name = valueInDocument(crd, [...names, keyword]);
    return typeof name === "string" && name !== "" ? [{ keys: [...names, keyword], name }] : [];
  });
  const several = ["shortNames", "categories"].flatMap((keyword) =>
    stringsIn(valueInDocument(crd, [...names, keyword])).map((name, index) => ({
      keys: [...names, keyword, index],
      name,
    })),
  );
  return [...single, ...several].flatMap(({ keys, name }) => {
    const problem = labelProblem(name);
    return problem === undefined ? [] : [{ path: [...path, ...keys], message: `${printPath(keys)}: ${problem}` }];
  });
}

/** Returns the problems in the types and formats of a version's printer columns. */
export function printColumnProblems({ value, columns }: CRDVersion): readonly CRDProblem[] {
  const known = { type: columnTypes, format: columnFormats };
  return objectsIn(value["additionalPrinterColumns"], columns).flatMap((column) =>
    (["type", "format"] as const).flatMap((keyword) => {
      const word = stringAt(column.value, keyword) ?? "";
      const isKnown = known[keyword].includes(word) || (keyword === "format" && word === "");
      const message = `the ${keyword} of a printer column must be one of ${known[keyword].join(", ")}, not ${JSON.stringify(word)}`;
      return isKnown ? [] : [{ path: [...column.path, keyword], message }];
    }),
  );
}
