import { columnFormats, columnTypes } from "../../../../generators/markers/parse/column.js";
import {
  objectsIn,
  printPath,
  stringAt,
  stringsIn,
  valueInDocument,
  type DocumentPath,
  type SchemaAt,
} from "../schema.js";
import type { CRDVersion } from "./crd-versions.js";

/** The fault of a value in a CRD, if any, and the path of the value in the document. */
export interface FaultAt {
  readonly path: DocumentPath;
  readonly fault: string | undefined;
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

/** Returns the faults in the names of a CRD for which an API server refuses the CRD. */
export function nameProblems({ schema: crd, path }: SchemaAt): readonly FaultAt[] {
  const names = ["spec", "names"];
  const found = ["plural", "singular", "shortNames", "categories"].flatMap((keyword) => {
    const keys = [...names, keyword];
    const value = valueInDocument(crd, keys);
    if (typeof value === "string") return value === "" ? [] : [{ keys, name: value }];
    return stringsIn(value).map((name, index) => ({ keys: [...keys, index], name }));
  });
  return found.map(({ keys, name }) => {
    const problem = labelProblem(name);
    return { path: [...path, ...keys], fault: problem && `${printPath(keys)}: ${problem}` };
  });
}

/** Returns the faults of the types and formats of a version's printer columns. */
export function printColumnProblems({ value, columns }: CRDVersion): readonly FaultAt[] {
  const known = { type: columnTypes, format: ["", ...columnFormats] };
  return objectsIn(value["additionalPrinterColumns"], columns).flatMap((column) =>
    (["type", "format"] as const).map((keyword): FaultAt => {
      const word = stringAt(column.value, keyword) ?? "";
      const wanted = known[keyword].filter((one) => one !== "").join(", ");
      const fault = `the ${keyword} of a printer column must be one of ${wanted}, not ${JSON.stringify(word)}`;
      return { path: [...column.path, keyword], fault: known[keyword].includes(word) ? undefined : fault };
    }),
  );
}
