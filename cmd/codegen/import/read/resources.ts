import type { Problem } from "../../../../engine/base/problem.js";
import { joinKinds, noKinds, type FoundKinds } from "../imported-kind.js";
import {
  isReadSchema,
  objectsIn,
  stringAt,
  type DocumentPath,
  type ReadSchema,
  type DocumentSource,
} from "../schema.js";
import { kindsOfCRD } from "./crd.js";
import { kindsOfOpenAPI } from "./openapi.js";
import { importProblems } from "../problem-codes.js";

/**
 * Returns the kinds in the documents of one file. A document that is neither a CRD nor an OpenAPI
 * document is a warning if the file also has one of these, and otherwise an error.
 *
 * @param group the only group to import; undefined for all groups
 */
export function kindsOfDocuments(sources: readonly DocumentSource[], group: string | undefined): FoundKinds {
  const parts = sources.map((source) => kindsOf(source, source.value, [], group));
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

function kindsOf(source: DocumentSource, value: unknown, path: DocumentPath, group: string | undefined): FoundKinds {
  if (!isReadSchema(value)) return foreign(source, path, "the document is not an object");
  if (stringAt(value, "openapi") !== undefined || stringAt(value, "swagger") !== undefined)
    return kindsOfOpenAPI(source, value, group);
  const kind = stringAt(value, "kind");
  if (kind === "CustomResourceDefinition") return kindsOfCRD(source, value, path, group);
  if (kind === "List" || kind === "CustomResourceDefinitionList") return kindsOfList(source, value, path, group);
  const described = kind === undefined ? "the document has no kind" : `the document has the kind ${kind}`;
  return foreign(source, path, `${described}, but must be a CustomResourceDefinition or an OpenAPI document`);
}

/** Returns the kinds in a list of CRDs. The items of such a list may omit their own kind. */
function kindsOfList(
  source: DocumentSource,
  list: ReadSchema,
  path: DocumentPath,
  group: string | undefined,
): FoundKinds {
  const items = objectsIn(list["items"], [...path, "items"]);
  const kind = list["kind"] === "List" ? undefined : "CustomResourceDefinition";
  const parts = items.map((item) =>
    kindsOf(source, kind === undefined ? item.value : { ...item.value, kind }, item.path, group),
  );
  return parts.length === 0 ? foreign(source, path, "the list has no items") : joinKinds(parts);
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
