import type { Problem } from "../../../../engine/base/problem.js";
import { joined, nothing, type Found } from "../imported-kind.js";
import { isObject, objectsIn, textOf, type Path, type Schema, type Source } from "../schema.js";
import { kindsOfCRD } from "./crd.js";
import { kindsOfOpenAPI } from "./openapi.js";
import { importProblems } from "../problem-codes.js";

/**
 * Returns the kinds in the documents of one file. A document of another kind is a warning beside a
 * CRD, and an error in a file without CRDs.
 *
 * @param group the only group to import; undefined for all groups
 */
export function kindsOfDocuments(sources: readonly Source[], group: string | undefined): Found {
  const parts = sources.map((source) => kindsOf(source, source.value, [], group));
  const isForeign = (problem: Problem): boolean => problem.code === "import/not-a-crd";
  const found = joined(parts);
  const hasOther = parts.some(({ problems }) => !problems.some(isForeign));
  if (!hasOther) return found;
  const problems = found.problems.map((problem) =>
    isForeign(problem) ? { ...problem, severity: "warning" as const, hint: "the document is left out" } : problem,
  );
  return { ...found, problems };
}

function kindsOf(source: Source, value: unknown, path: Path, group: string | undefined): Found {
  if (!isObject(value)) return foreign(source, path, "the document is not an object");
  if (textOf(value, "openapi") !== undefined || textOf(value, "swagger") !== undefined)
    return kindsOfOpenAPI(source, value, group);
  const kind = textOf(value, "kind");
  if (kind === "CustomResourceDefinition") return kindsOfCRD(source, value, path, group);
  if (kind === "List" || kind === "CustomResourceDefinitionList") return kindsOfList(source, value, path, group);
  const described = kind === undefined ? "the document has no kind" : `the document is of the kind ${kind}`;
  return foreign(source, path, `${described}, not a CustomResourceDefinition or an OpenAPI document`);
}

/** Items of a list of CRDs may leave out their own kind. */
function kindsOfList(source: Source, list: Schema, path: Path, group: string | undefined): Found {
  const items = objectsIn(list["items"], [...path, "items"]);
  const kind = list["kind"] === "List" ? undefined : "CustomResourceDefinition";
  const parts = items.map((item) =>
    kindsOf(source, kind === undefined ? item.value : { ...item.value, kind }, item.path, group),
  );
  return parts.length === 0 ? foreign(source, path, "the list has no items") : joined(parts);
}

function foreign(source: Source, path: Path, message: string): Found {
  const problem: Problem = {
    ...importProblems.is("import/not-a-crd", "error"),
    message,
    hint: "name files with CustomResourceDefinitions, or the OpenAPI document of a group and version",
    position: source.positionOf(path),
  };
  return { ...nothing, problems: [problem] };
}
