import type { GroupVersion, OpenAPIDefinitions, OpenAPISchema } from "@apimachinery/runtime";
import { servedMetaPackage } from "./definitions.js";
import type { Paths } from "./operation.js";
import { mapSchema, nameOfRef, refsIn } from "./refs.js";

/** Kinds of meta/v1 that the documents of all groups contain. */
const shared: readonly string[] = ["DeleteOptions", "WatchEvent"];

/**
 * Returns the schemas of a document's components.
 * @param gv group and version of the document; undefined for a document without a group-version
 */
export function componentsOf(all: OpenAPIDefinitions, paths: Paths, gv: GroupVersion | undefined): OpenAPIDefinitions {
  const change = (schema: OpenAPISchema): OpenAPISchema => wrapReference(all, schema);
  const found = Object.entries(definitionsFor(paths, all));
  return Object.fromEntries(found.map(([name, schema]) => [name, mapSchema(withKinds(name, schema, gv), change)]));
}

/**
 * Returns the definitions to which operations refer, directly or through other definitions, sorted
 * by name.
 */
export function definitionsFor(paths: Paths, all: OpenAPIDefinitions): OpenAPIDefinitions {
  const wanted = new Set(namesIn(paths));
  // Iterating over a Set also visits elements that are added during the iteration.
  for (const name of wanted) for (const to of refsIn(all[name] ?? {})) wanted.add(to);
  const found = [...wanted].sort().flatMap((name): [string, OpenAPISchema][] => {
    const definition = all[name];
    return definition === undefined ? [] : [[name, definition]];
  });
  return Object.fromEntries(found);
}

/** Returns the names of the definitions that the operations refer to. */
function namesIn(paths: Paths): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { get, put, post, delete: remove, patch, head } of Object.values(paths)) {
    for (const { requestBody, responses } of [get, put, post, remove, patch, head].filter(
      (operation) => operation !== undefined,
    )) {
      const contents = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
      for (const { schema } of contents) if (schema.$ref !== undefined) names.add(nameOfRef(schema.$ref));
    }
  }
  return names;
}

/**
 * Wraps a reference that has other keywords beside it in an `allOf`, because OpenAPI 3.0 ignores
 * siblings of `$ref`.
 */
function wrapReference(all: OpenAPIDefinitions, schema: OpenAPISchema): OpenAPISchema {
  const { $ref, ...rest } = schema;
  if ($ref === undefined || Object.keys(rest).length === 0) return schema;
  const { default: preset, ...others } = rest;
  // Keeps a default of `{}` only if the referenced schema is an object. The code generator cannot
  // check this, because it has only the names of other packages' types.
  const fits = !isEmptyObject(preset) || all[nameOfRef($ref)]?.type === "object";
  const kept = fits ? rest : others;
  return Object.keys(kept).length === 0 ? { $ref } : { allOf: [{ $ref }], ...kept };
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

function withKinds(name: string, definition: OpenAPISchema, gv: GroupVersion | undefined): OpenAPISchema {
  const kind = shared.find((candidate) => name === `${servedMetaPackage}.${candidate}`);
  if (kind === undefined) return definition;
  const kinds = [
    { group: "", version: "v1", kind },
    ...(gv === undefined ? [] : [{ group: gv.group, version: gv.version, kind }]),
  ];
  return { ...definition, "x-kubernetes-group-version-kind": kinds };
}
