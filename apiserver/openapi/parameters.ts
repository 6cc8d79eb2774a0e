import type { OpenAPIDefinitions, OpenAPISchema } from "@apimachinery/runtime";
import { servedMetaPackage } from "./definitions.js";

/** A parameter of OpenAPI 3.0. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly description?: string;
  readonly required?: true;
  readonly schema: OpenAPISchema;
}

/** Query parameters of operations, each list sorted by name. */
export interface ParameterLists {
  readonly list: readonly Parameter[];
  readonly watch: readonly Parameter[];
  readonly create: readonly Parameter[];
  readonly update: readonly Parameter[];
  readonly patch: readonly Parameter[];
  readonly delete: readonly Parameter[];
}

/** Returns the query parameters that correspond to the fields of an options kind of meta/v1. */
export function parameterLists(all: OpenAPIDefinitions): ParameterLists {
  const of = (options: string, ...without: readonly string[]) =>
    optionParameters(all[`${servedMetaPackage}.${options}`] ?? {}, ["kind", "apiVersion", ...without]);
  return {
    list: of("ListOptions", "watch", "allowWatchBookmarks"),
    watch: of("ListOptions"),
    create: of("CreateOptions"),
    update: of("UpdateOptions"),
    patch: of("PatchOptions"),
    delete: of("DeleteOptions", "preconditions"),
  };
}

/**
 * Returns the query parameters of a subresource that connects clients with a handler, sorted by
 * name.
 */
export function connectParameters(options: OpenAPISchema): readonly Parameter[] {
  return optionParameters(options, ["kind", "apiVersion"]);
}

function optionParameters({ properties = {} }: OpenAPISchema, without: readonly string[]): readonly Parameter[] {
  const names = Object.keys(properties).filter((name) => !without.includes(name));
  return names.sort().map((name) => {
    const { description, type } = properties[name] ?? {};
    // A field that contains a list becomes a repeated parameter. As in Kubernetes, the schema of
    // the parameter is the schema of one item.
    return {
      name,
      in: "query",
      ...(description === undefined ? {} : { description }),
      schema: { type: type === "array" ? "string" : (type ?? "string"), uniqueItems: true },
    };
  });
}

export const prettyParameter: Parameter = {
  name: "pretty",
  in: "query",
  description:
    "Whether the response is indented (true or false). By default it is indented for browsers and command line tools only.",
  schema: { type: "string", uniqueItems: true },
};

export function pathParameter(name: string, description: string): Parameter {
  return { name, in: "path", description, required: true, schema: { type: "string", uniqueItems: true } };
}

export const namespaceParameter = pathParameter("namespace", "The namespace of the object.");

/**
 * Merges lists of parameters, sorted by name. Of several parameters with one name, the last is
 * used.
 */
export function mergeParameters(...lists: readonly (readonly Parameter[])[]): readonly Parameter[] {
  const byName = new Map(lists.flat().map((parameter) => [parameter.name, parameter]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
