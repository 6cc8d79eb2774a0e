import type { Problem } from "../../../../engine/base/problem.js";
import { crdProblems } from "../../../../generators/problem-codes/crd.js";
import { startOf } from "./read-file.js";
import {
  isReadSchema,
  objectsIn,
  stringAt,
  type DocumentPath,
  type ReadSchema,
  type DocumentSource,
} from "../schema.js";

/** A CustomResourceDefinition and its path in a document. */
export interface PlacedDefinition {
  readonly source: DocumentSource;
  readonly path: DocumentPath;
  readonly value: ReadSchema;
}

/** Returns the problem of a file without CustomResourceDefinitions. */
export function noDefinition(file: string, cwd: string, severity: "error" | "warning"): Problem {
  const message = "the file has no CustomResourceDefinition";
  return { ...crdProblems.is("crd/no-definition", severity), message, position: startOf(file, cwd) };
}

/** Returns the CustomResourceDefinitions in a document, including those inside lists. */
export function definitionsIn(source: DocumentSource, value: unknown, path: DocumentPath): readonly PlacedDefinition[] {
  if (!isReadSchema(value)) return [];
  const kind = stringAt(value, "kind");
  if (kind === "CustomResourceDefinition") return [{ source, path, value }];
  if (kind !== "List" && kind !== "CustomResourceDefinitionList") return [];
  return objectsIn(value["items"], [...path, "items"]).flatMap((item) =>
    definitionsIn(
      source,
      kind === "List" ? item.value : { ...item.value, kind: "CustomResourceDefinition" },
      item.path,
    ),
  );
}
