import type { ScalarName, TypeDeclaration } from "../../../engine/model/universe.js";
import { runtimePackage } from "../../../engine/base/runtime-package.js";
import { scalarModels } from "../../../runtime/rules/document-names.js";
import type { JSONSchema } from "./json-schema.js";
import { embeddedMetadata } from "../../../runtime/rules/structural.js";
import { scalarSchema } from "./scalar.js";

/** Loads an npm package from the project's dependencies. */
export type Load = (npmPackage: string) => unknown;

type Definitions = Readonly<Record<string, JSONSchema | undefined>>;

const scalars: ReadonlyMap<unknown, ScalarName> = new Map(
  (Object.entries(scalarModels) as [ScalarName, string][]).map(([name, model]) => [model, name]),
);

/**
 * Returns the schema of a type of another npm package, such as Condition, from the OpenAPI
 * definitions that the package exports. Returns undefined if the package exports no definition of
 * the type, or if the type contains itself.
 */
export function moduleSchema(load: Load, { package: id, name }: TypeDeclaration): JSONSchema | undefined {
  const exported = load(id === runtimePackage ? `${id}/openapi` : id);
  const { GetOpenAPIDefinitions: definitionsOf, OpenAPIModelPackage: prefix } = (exported ?? {}) as {
    readonly GetOpenAPIDefinitions?: (ref: (name: string) => string) => Definitions;
    readonly OpenAPIModelPackage?: string;
  };
  if (typeof definitionsOf !== "function" || typeof prefix !== "string") return undefined;
  return expanded(
    definitionsOf((model) => model),
    `${prefix}.${name}`,
    [],
  );
}

/**
 * Returns a definition with its references replaced by the definitions that they name. Returns
 * undefined if a definition is missing or refers to itself.
 */
function expanded(definitions: Definitions, model: unknown, open: readonly unknown[]): JSONSchema | undefined {
  const scalar = scalars.get(model);
  if (scalar !== undefined) return scalarSchema(scalar);
  if (typeof model !== "string" || open.includes(model)) return undefined;
  if (model.endsWith(".ObjectMeta")) return embeddedMetadata;
  if (model.endsWith(".ListMeta")) return { type: "object" };
  const definition = definitions[model];
  return definition === undefined ? undefined : structural(definitions, definition, [...open, model]);
}

/** Keywords of OpenAPI documents that a CustomResourceDefinition cannot have. */
const omitted: ReadonlySet<string> = new Set([
  "$ref",
  "x-kubernetes-patch-strategy",
  "x-kubernetes-patch-merge-key",
  "x-kubernetes-group-version-kind",
  "x-kubernetes-unions",
]);

/** Returns a definition as a structural schema; undefined if a part of it has none. */
function structural(definitions: Definitions, schema: JSONSchema, open: readonly unknown[]): JSONSchema | undefined {
  const referred = schema["$ref"] === undefined ? {} : expanded(definitions, schema["$ref"], open);
  if (referred === undefined) return undefined;
  const result: Record<string, unknown> = { ...referred };
  for (const [key, value] of Object.entries(schema)) {
    // Defaults are omitted because openapi-gen writes zero values as defaults of required
    // properties.
    if (omitted.has(key) || key === "default" || (key === "format" && (value === "double" || value === "float")))
      continue;
    const one = partOf(definitions, key, value, open);
    if (one === undefined) return undefined;
    result[key] = one;
  }
  return result;
}

function partOf(definitions: Definitions, key: string, value: unknown, open: readonly unknown[]): unknown {
  if (key === "items" || key === "additionalProperties") return structural(definitions, value as JSONSchema, open);
  if (key !== "properties") return value;
  const properties = Object.entries(value as NonNullable<JSONSchema["properties"]>).map(
    ([name, one]) => [name, structural(definitions, one, open)] as const,
  );
  return properties.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(properties);
}
