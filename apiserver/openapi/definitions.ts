import type {
  GroupVersion,
  GroupVersionKind,
  OpenAPIDefinitions,
  OpenAPIModuleLoader,
  OpenAPISchema,
  Scheme,
  TypeSchema,
} from "@apimachinery/runtime";
import { openAPIDefinition } from "@apimachinery/runtime/openapi";
import { componentRef } from "./refs.js";

/** A kind that an OpenAPI document describes. */
export interface DocumentedKind {
  readonly gvk: GroupVersionKind;
  readonly schema: TypeSchema;
}

/**
 * The definitions of the types of a document. Each is generated, or derived from the schema of its
 * type.
 */
export interface DocumentDefinitions {
  readonly all: OpenAPIDefinitions;
  /** Returns the name of a type's definition. */
  readonly nameOf: (schema: TypeSchema) => string;
}

export const servedMetaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** Definitions that every document may refer to. */
const always: OpenAPIModuleLoader = () => import("@apimachinery/runtime/openapi");

/**
 * Loads the definitions of a version's kinds and of all types to which they refer.
 * @param known definitions that are already loaded
 */
export async function loadDefinitions(
  scheme: Scheme,
  gv: GroupVersion,
  kinds: readonly DocumentedKind[],
  known: OpenAPIDefinitions,
): Promise<DocumentDefinitions> {
  const versions = [gv, ...kinds.map(({ gvk, schema }) => schema.gvk ?? gvk)];
  const generated = {
    ...known,
    ...(await loadModules([
      always,
      ...uniqueVersions(versions).flatMap((version) => scheme.openAPIDefinitions(version)),
    ])),
  };
  const byKind = new Map(
    Object.entries(generated).flatMap(([name, definition]) => kindsOf(definition).map((gvk) => [keyOf(gvk), name])),
  );
  const kindOfSchema = new Map(kinds.map(({ gvk, schema }) => [schema, schema.gvk ?? gvk]));
  const names = new Map<TypeSchema, string>();
  const nameOf = (schema: TypeSchema): string => {
    const named = names.get(schema);
    if (named !== undefined) return named;
    const gvk = kindOfSchema.get(schema) ?? schema.gvk;
    const name =
      schema.model ??
      (gvk === undefined ? undefined : byKind.get(keyOf(gvk))) ??
      freeName(`${packageOf(gv)}.${typeName(schema)}`, new Set([...names.values(), ...Object.keys(generated)]));
    names.set(schema, name);
    return name;
  };
  return { all: { ...generated, ...structuresOf(kinds, nameOf, generated) }, nameOf };
}

/**
 * Returns the definitions that no generated module contains, derived from the schemas of the types.
 */
function structuresOf(
  kinds: readonly DocumentedKind[],
  nameOf: DocumentDefinitions["nameOf"],
  generated: OpenAPIDefinitions,
): OpenAPIDefinitions {
  const structures: Record<string, OpenAPISchema> = {};
  const kindOf = new Map(kinds.map(({ gvk, schema }) => [schema, gvk]));
  const open = new Set(kindOf.keys());
  const reached = (schema: TypeSchema): string => {
    open.add(schema);
    return nameOf(schema);
  };
  // `for` also visits the values that are added to the set during the loop.
  for (const schema of open) {
    const name = nameOf(schema);
    if (Object.hasOwn(generated, name)) continue;
    const gvk = kindOf.get(schema);
    structures[name] = openAPIDefinition(gvk === undefined ? schema : { ...schema, gvk }, {
      nameOf: reached,
      ref: componentRef,
    });
  }
  return structures;
}

/** Loads each generated module once, together with the modules that it depends on. */
async function loadModules(loaders: readonly OpenAPIModuleLoader[]): Promise<OpenAPIDefinitions> {
  const seen = new Set<unknown>();
  const definitions: Record<string, OpenAPISchema> = {};
  let open = loaders;
  while (open.length > 0) {
    const modules = new Set(await Promise.all(open.map((load) => load())));
    const fresh = [...modules].filter((module) => !seen.has(module));
    for (const module of fresh) {
      seen.add(module);
      Object.assign(definitions, module.GetOpenAPIDefinitions(componentRef));
    }
    open = fresh.flatMap((module) => module.OpenAPIDependencies ?? []);
  }
  return definitions;
}

function uniqueVersions(versions: readonly GroupVersion[]): readonly GroupVersion[] {
  return [...new Map(versions.map(({ group, version }) => [`${group}/${version}`, { group, version }])).values()];
}

function packageOf({ group, version }: GroupVersion): string {
  return [...group.split(".").reverse(), version].filter((part) => part !== "").join(".");
}

function typeName({ name }: TypeSchema): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/**
 * Returns a name that no other definition has, because types of several folders can have the same
 * name.
 */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}_v${n}`;
  return name;
}

/** Returns the kinds that a definition lists in its extension `x-kubernetes-group-version-kind`. */
export function kindsOf(definition: OpenAPISchema): readonly GroupVersionKind[] {
  const kinds = definition["x-kubernetes-group-version-kind"];
  return Array.isArray(kinds) ? (kinds as GroupVersionKind[]) : [];
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
