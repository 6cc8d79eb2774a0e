import { unescapeLiteral } from "../../../engine/markers/escapes.js";
import type { Position } from "../../../engine/base/problem.js";

/** Property names and indexes that lead from the root of a document to a value. */
export type DocumentPath = readonly (string | number)[];

/** Returns a path in the form of Kubernetes: `spec.versions[0].name`. */
export function printPath(path: DocumentPath): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${String(key)}]` : `${index === 0 ? "" : "."}${key}`))
    .join("");
}

/** A JSON schema of a CRD or of an OpenAPI document, as parsed and not checked. */
export interface ReadSchema {
  readonly [keyword: string]: unknown;
}

/** One document of a file. */
export interface DocumentSource {
  readonly value: unknown;
  /** Returns the position of the value at a path, for messages. */
  readonly positionOf: (path: DocumentPath) => Position;
  /** Returns the source text of the number at a path; undefined if the source is unknown. */
  readonly writtenAt: (path: DocumentPath) => string | undefined;
  /** Returns the definition to which a `$ref` refers; undefined for an unknown reference. */
  readonly resolve?: (ref: string) => DocumentDefinition | undefined;
}

/** A named schema of an OpenAPI document. */
export interface DocumentDefinition {
  /** The complete name of the schema, such as `io.k8s.api.apps.v1.Deployment`. */
  readonly name: string;
  readonly at: SchemaAt;
}

/** A schema with its document and its path. */
export interface SchemaAt {
  readonly schema: ReadSchema;
  readonly source: DocumentSource;
  readonly path: DocumentPath;
}

/** Reports whether a value is a JSON object. */
export function isReadSchema(value: unknown): value is ReadSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at a path; undefined if the path does not exist. */
export function valueInDocument(value: unknown, path: DocumentPath): unknown {
  return path.reduce<unknown>(
    (at, key) => (isReadSchema(at) || Array.isArray(at) ? (at as ReadSchema)[key] : undefined),
    value,
  );
}

/** Returns the schema at keys below another schema; undefined if the value is not an object. */
export function below({ schema, source, path }: SchemaAt, ...keys: DocumentPath): SchemaAt | undefined {
  const value = valueInDocument(schema, keys);
  return isReadSchema(value) ? { schema: value, source, path: [...path, ...keys] } : undefined;
}

/** Returns the properties of an object schema, in the order of the document. */
export function schemaProperties(at: SchemaAt): readonly (readonly [name: string, property: SchemaAt])[] {
  const { properties } = at.schema;
  if (!isReadSchema(properties)) return [];
  return Object.keys(properties).flatMap((name) => {
    const property = below(at, "properties", name);
    return property === undefined ? [] : [[name, property] as const];
  });
}

/** Returns the string of a keyword; undefined if the value is not a string. */
export function stringAt(schema: ReadSchema, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the string of a keyword in quotes, as a marker needs it; undefined if the value is not a
 * string.
 */
export function quotedIn(schema: ReadSchema, keyword: string): string | undefined {
  const text = stringAt(schema, keyword);
  return text === undefined ? undefined : unescapeLiteral(text);
}

/** Returns the strings in a list. Returns an empty list if the value is not a list. */
export function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/**
 * Returns the objects in a list with their paths. Returns an empty list if the value is not a list.
 */
export function objectsIn(
  value: unknown,
  path: DocumentPath,
): readonly { readonly value: ReadSchema; readonly path: DocumentPath }[] {
  return Array.isArray(value)
    ? value.flatMap((item: unknown, index) => (isReadSchema(item) ? [{ value: item, path: [...path, index] }] : []))
    : [];
}
