import { shapeOf } from "@apimachinery/runtime";
import type { GroupVersion, GroupVersionKind, OpenAPIDefinitions, OpenAPIModuleLoader, OpenAPISchema, Scheme, TypeSchema } from "@apimachinery/runtime";
import { componentRef } from "./refs.js";
import { structuresOf } from "./structure.js";

/** By which a document finds its types: what was generated for them, else what their schemas say. */
export interface Definitions {
  readonly all: OpenAPIDefinitions;
  /** What documents call a kind. */
  readonly nameOf: (schema: TypeSchema) => string;
}

export const metaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** What every document may refer to, whatever its kinds. */
const always: OpenAPIModuleLoader = () => import("@apimachinery/runtime/openapi");

/** Loads the definitions of some kinds and of all that they refer to. @param schemas of the kinds */
export async function loadDefinitions(scheme: Scheme, schemas: readonly TypeSchema[]): Promise<Definitions> {
  const generated = await loadModules([always, ...versionsOf(schemas).flatMap((gv) => scheme.openAPIDefinitions(gv))]);
  const byKind = new Map(Object.entries(generated).flatMap(([name, definition]) => kindsOf(definition).map((gvk) => [keyOf(gvk), name])));
  const names = new Map<TypeSchema, string>();
  const nameOf = (schema: TypeSchema): string => {
    const known = names.get(schema);
    if (known !== undefined) return known;
    const name = nameOfType(schema, byKind, new Set(names.values()), generated);
    names.set(schema, name);
    return name;
  };
  const structures = structuresOf(schemas, nameOf, (name) => Object.hasOwn(generated, name));
  return { all: { ...generated, ...structures }, nameOf };
}

/** Each module once, with those that it depends on. */
async function loadModules(loaders: readonly OpenAPIModuleLoader[]): Promise<OpenAPIDefinitions> {
  const seen = new Set<unknown>();
  const definitions: Record<string, OpenAPISchema> = {};
  let open = loaders;
  while (open.length > 0) {
    const modules = await Promise.all(open.map((load) => load()));
    const fresh = modules.filter((module) => !seen.has(module.GetOpenAPIDefinitions));
    for (const module of fresh) {
      if (seen.has(module.GetOpenAPIDefinitions)) continue;
      seen.add(module.GetOpenAPIDefinitions);
      Object.assign(definitions, module.GetOpenAPIDefinitions(componentRef));
    }
    open = fresh.flatMap((module) => module.OpenAPIDependencies ?? []);
  }
  return definitions;
}

function versionsOf(schemas: readonly TypeSchema[]): readonly GroupVersion[] {
  const versions = new Map<string, GroupVersion>();
  for (const { gvk } of schemas) if (gvk !== undefined) versions.set(`${gvk.group}/${gvk.version}`, { group: gvk.group, version: gvk.version });
  return [...versions.values()];
}

/** A kind's by what its definition says that it is; another type's by where it was declared, and never one that is another's. */
function nameOfType(schema: TypeSchema, byKind: ReadonlyMap<string, string>, taken: ReadonlySet<string>, generated: OpenAPIDefinitions): string {
  const { gvk } = shapeOf(schema);
  const known = gvk === undefined ? undefined : byKind.get(keyOf(gvk));
  if (known !== undefined) return known;
  const cut = schema.name.lastIndexOf(".");
  const [folder, type] = [schema.name.slice(0, cut), schema.name.slice(cut + 1)];
  const meta = `${metaPackage}.${type}`;
  if (folder === "v1" && gvk === undefined && Object.hasOwn(generated, meta)) return meta;
  const wanted = gvk === undefined ? schema.name : [...gvk.group.split(".").reverse(), gvk.version, type].filter((part) => part !== "").join(".");
  let name = wanted;
  for (let n = 2; taken.has(name) || Object.hasOwn(generated, name); n++) name = `${wanted}_v${n}`;
  return name;
}

/** The kinds that a definition says it is of. */
export function kindsOf(definition: OpenAPISchema): readonly GroupVersionKind[] {
  const kinds = definition["x-kubernetes-group-version-kind"];
  return Array.isArray(kinds) ? (kinds as GroupVersionKind[]) : [];
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
