import type { Problem } from "../../../../engine/base/problem.js";
import { crdProblems } from "../../../../generators/problem-codes/crd.js";
import { isReadSchema, objectsIn, stringAt, type DocumentSource, type SchemaAt } from "../schema.js";
import { startOfFile } from "./read-file.js";

/** Returns the problem of a file without CustomResourceDefinitions. */
export function noDefinition(file: string, cwd: string, severity: "error" | "warning"): Problem {
  const message = "the file has no CustomResourceDefinition";
  return { ...crdProblems.is("crd/no-definition", severity), message, position: startOfFile(file, cwd) };
}

/**
 * Returns the objects of a document: the document itself, or the items of a list. The items of a
 * list of CustomResourceDefinitions may omit their kind. Returns a list without items as it is.
 */
export function objectsOfDocument(source: DocumentSource): readonly SchemaAt[] {
  return isReadSchema(source.value) ? itemsOf({ schema: source.value, source, path: [] }) : [];
}

function itemsOf(at: SchemaAt): readonly SchemaAt[] {
  const { schema, source, path } = at;
  const kind = stringAt(schema, "kind");
  const isList = kind === "List" || kind === "CustomResourceDefinitionList";
  const items = isList ? objectsIn(schema["items"], [...path, "items"]) : [];
  if (items.length === 0) return [at];
  const given = kind === "List" ? {} : { kind: "CustomResourceDefinition" };
  return items.flatMap((item) => itemsOf({ schema: { ...item.value, ...given }, source, path: item.path }));
}

/** Returns the CustomResourceDefinitions in a document, including those inside lists. */
export function definitionsIn(source: DocumentSource): readonly SchemaAt[] {
  return objectsOfDocument(source).filter(({ schema }) => schema["kind"] === "CustomResourceDefinition");
}
