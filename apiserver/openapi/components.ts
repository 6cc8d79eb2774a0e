import type { GroupVersion, OpenAPIDefinitions, OpenAPISchema } from "@apimachinery/runtime";
import { metaPackage } from "./definitions.js";
import { mapSchema, nameOfRef, refsIn } from "./refs.js";

/** Kinds of meta/v1 that are sent in every group. */
const shared: readonly string[] = ["DeleteOptions", "WatchEvent"];

/**
 * The schemas of a document: those named and all that they refer to, sorted by name. @param gv of
 * the document; undefined for one of no version
 */
export function componentsOf(
  all: OpenAPIDefinitions,
  names: Iterable<string>,
  gv: GroupVersion | undefined,
): Readonly<Record<string, OpenAPISchema>> {
  const wanted = new Set(names);
  // A set hands out what is added while it is read.
  for (const name of wanted) for (const to of refsIn(all[name] ?? {})) wanted.add(to);
  const found = [...wanted].sort().flatMap((name): [string, OpenAPISchema][] => {
    const definition = all[name];
    return definition === undefined
      ? []
      : [[name, mapSchema(withKinds(name, definition, gv), (schema) => wrapReference(all, schema))]];
  });
  return Object.fromEntries(found);
}

/** Beside a reference nothing else counts in version 3.0, so that it stands in an allOf. */
function wrapReference(all: OpenAPIDefinitions, schema: OpenAPISchema): OpenAPISchema {
  const { $ref, ...rest } = schema;
  if ($ref === undefined || Object.keys(rest).length === 0) return schema;
  const { default: preset, ...others } = rest;
  // A generator sees of another package's types no more than the names: `{}` is for those that turn
  // out to be objects.
  const fits = !isEmptyObject(preset) || all[nameOfRef($ref)]?.type === "object";
  const kept = fits ? rest : others;
  return Object.keys(kept).length === 0 ? { $ref } : { allOf: [{ $ref }], ...kept };
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

function withKinds(name: string, definition: OpenAPISchema, gv: GroupVersion | undefined): OpenAPISchema {
  const kind = shared.find((candidate) => name === `${metaPackage}.${candidate}`);
  if (kind === undefined) return definition;
  const kinds = [
    { group: "", version: "v1", kind },
    ...(gv === undefined ? [] : [{ group: gv.group, version: gv.version, kind }]),
  ];
  return { ...definition, "x-kubernetes-group-version-kind": kinds };
}
