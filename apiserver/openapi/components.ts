import type { GroupVersion, OpenAPIDefinitions, OpenAPISchema } from "@apimachinery/runtime";
import { servedMetaPackage } from "./definitions.js";
import { mapSchema, nameOfRef, refsIn } from "./refs.js";

/** Kinds of meta/v1 that the documents of all groups contain. */
const shared: readonly string[] = ["DeleteOptions", "WatchEvent"];

/**
 * Returns the named schemas and all schemas that they refer to, sorted by name.
 * @param gv group and version of the document; undefined for a document without a group-version
 */
export function componentsOf(
  all: OpenAPIDefinitions,
  names: Iterable<string>,
  gv: GroupVersion | undefined,
): Readonly<Record<string, OpenAPISchema>> {
  const wanted = new Set(names);
  // Iterating over a Set also visits elements that are added during the iteration.
  for (const name of wanted) for (const to of refsIn(all[name] ?? {})) wanted.add(to);
  const found = [...wanted].sort().flatMap((name): [string, OpenAPISchema][] => {
    const definition = all[name];
    return definition === undefined
      ? []
      : [[name, mapSchema(withKinds(name, definition, gv), (schema) => wrapReference(all, schema))]];
  });
  return Object.fromEntries(found);
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
