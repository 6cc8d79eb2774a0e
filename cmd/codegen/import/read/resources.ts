import type { Problem } from "../../../../engine/base/problem.js";
import { joinKinds, noKinds, type FoundKinds } from "../imported-kind.js";
import { isReadSchema, stringAt, type DocumentPath, type DocumentSource, type SchemaAt } from "../schema.js";
import { kindsOfCRD } from "./crd.js";
import { objectsOfDocument } from "./definitions.js";
import { kindsOfOpenAPI } from "./openapi.js";
import { importProblems } from "../problem-codes.js";

/**
 * Returns the kinds in the documents of one file. A document that is neither a CRD nor an OpenAPI
 * document is a warning if the file also has one of these, and otherwise an error.
 *
 * @param group the only group to import; undefined for all groups
 */
export function kindsOfDocuments(sources: readonly DocumentSource[], group: string | undefined): FoundKinds {
  const parts = sources.map((source) => {
    if (!isReadSchema(source.value)) return foreign(source, [], "the document is not an object");
    return joinKinds(objectsOfDocument(source).map((at) => kindsOf(at, group)));
  });
  const isForeign = (problem: Problem): boolean => problem.code === "import/not-a-crd";
  const found = joinKinds(parts);
  const hasOther = parts.some(({ problems }) => !problems.some(isForeign));
  if (!hasOther) return found;
  const problems = found.problems.map((problem) =>
    isForeign(problem)
      ? { ...problem, severity: "warning" as const, hint: "the import ignores the document" }
      : problem,
  );
  return { ...found, problems };
}

function kindsOf(at: SchemaAt, group: string | undefined): FoundKinds {
  const { schema, source, path } = at;
  if (stringAt(schema, "openapi") !== undefined || stringAt(schema, "swagger") !== undefined)
    return kindsOfOpenAPI(source, schema, group);
  const kind = stringAt(schema, "kind");
  if (kind === "CustomResourceDefinition") return kindsOfCRD(at, group);
  if (kind === "List" || kind === "CustomResourceDefinitionList") return foreign(source, path, "the list has no items");
  const described = kind === undefined ? "the document has no kind" : `the document has the kind ${kind}`;
  return foreign(source, path, `${described}, but must be a CustomResourceDefinition or an OpenAPI document`);
}

function foreign(source: DocumentSource, path: DocumentPath, message: string): FoundKinds {
  const problem: Problem = {
    ...importProblems.is("import/not-a-crd", "error"),
    message,
    hint: "use files with CustomResourceDefinitions, or the OpenAPI document of a group and version",
    position: source.positionOf(path),
  };
  return { ...noKinds, problems: [problem] };
}
