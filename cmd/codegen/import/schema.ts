import { unescapeLiteral } from "../../../engine/markers/escapes.js";
import type { Position } from "../../../engine/base/problem.js";

/** Keys and indexes from the root of a document to one of its values. */
export type DocumentPath = readonly (string | number)[];

/** Returns a path as Kubernetes writes it: `spec.versions[0].name`. */
export function printPath(path: DocumentPath): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${String(key)}]` : `${index === 0 ? "" : "."}${key}`))
    .join("");
}

/** A JSON schema of a CRD or of an OpenAPI document, as it was read. */
export interface ReadSchema {
  readonly [keyword: string]: unknown;
}

/** One document of a file. */
export interface DocumentSource {
  readonly value: unknown;
  /** Returns the position of a value, for messages. */
  readonly positionOf: (path: DocumentPath) => Position;
  /** Returns a number as it is written; undefined if its source is not known. */
  readonly writtenAt: (path: DocumentPath) => string | undefined;
  /** Returns the definition to which a `$ref` refers; undefined for an unknown one. */
  readonly resolve?: (ref: string) => DocumentDefinition | undefined;
}

/** A named schema of an OpenAPI document. */
export interface DocumentDefinition {
  /** The complete name: `io.k8s.api.apps.v1.Deployment`. */
  readonly name: string;
  readonly at: SchemaAt;
}

/** A schema with its place in a document. */
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

/** Returns the schema below another one; undefined if the value there is not an object. */
export function below({ schema, source, path }: SchemaAt, ...keys: DocumentPath): SchemaAt | undefined {
  const value = valueInDocument(schema, keys);
  return isReadSchema(value) ? { schema: value, source, path: [...path, ...keys] } : undefined;
}

/** Returns the properties of an object's schema, in the order of the document. */
export function schemaProperties(at: SchemaAt): readonly (readonly [name: string, property: SchemaAt])[] {
  const { properties } = at.schema;
  if (!isReadSchema(properties)) return [];
  return Object.keys(properties).flatMap((name) => {
    const property = below(at, "properties", name);
    return property === undefined ? [] : [[name, property] as const];
  });
}

/** Returns the string at a keyword; undefined if the value is not a string. */
export function stringAt(schema: ReadSchema, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the string at a keyword in quotes, for a marker; undefined if the value is not a string.
 */
export function quotedIn(schema: ReadSchema, keyword: string): string | undefined {
  const text = stringAt(schema, keyword);
  return text === undefined ? undefined : unescapeLiteral(text);
}

/** Returns the strings in a list; the list is empty if the value is not a list. */
export function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Returns the objects in a list with their paths; the list is empty if the value is not a list. */
export function objectsIn(
  value: unknown,
  path: DocumentPath,
): readonly { readonly value: ReadSchema; readonly path: DocumentPath }[] {
  return Array.isArray(value)
    ? value.flatMap((item: unknown, index) => (isReadSchema(item) ? [{ value: item, path: [...path, index] }] : []))
    : [];
}
