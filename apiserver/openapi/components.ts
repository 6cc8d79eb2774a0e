import type { GroupVersion, OpenAPIDefinitions, OpenAPISchema } from "@apimachinery/runtime";
import { metaPackage } from "./definitions.js";
import { mapSchema, refsIn } from "./refs.js";

/** Kinds of meta/v1 that are sent in every group. */
const shared: readonly string[] = ["DeleteOptions", "WatchEvent"];

/** The schemas of a document: those named and all that they refer to, sorted by name. @param gv of the document; undefined for one of no version */
export function componentsOf(all: OpenAPIDefinitions, names: Iterable<string>, gv: GroupVersion | undefined): Readonly<Record<string, OpenAPISchema>> {
  const wanted = new Set(names);
  // A set hands out what is added while it is read.
  for (const name of wanted) for (const to of refsIn(all[name] ?? {})) wanted.add(to);
  const found = [...wanted].sort().flatMap((name): [string, OpenAPISchema][] => {
    const definition = all[name];
    return definition === undefined ? [] : [[name, mapSchema(withKinds(name, definition, gv), wrapReference)]];
  });
  return Object.fromEntries(found);
}

/** Beside a reference nothing else counts in version 3.0, so that it stands in an allOf. */
function wrapReference(schema: OpenAPISchema): OpenAPISchema {
  const { $ref, ...rest } = schema;
  return $ref === undefined || Object.keys(rest).length === 0 ? schema : { allOf: [{ $ref }], ...rest };
}

function withKinds(name: string, definition: OpenAPISchema, gv: GroupVersion | undefined): OpenAPISchema {
  const kind = shared.find((candidate) => name === `${metaPackage}.${candidate}`);
  if (kind === undefined) return definition;
  const kinds = [{ group: "", version: "v1", kind }, ...(gv === undefined ? [] : [{ group: gv.group, version: gv.version, kind }])];
  return { ...definition, "x-kubernetes-group-version-kind": kinds };
}
