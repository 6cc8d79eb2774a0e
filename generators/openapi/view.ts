import type { Printable, SymbolRef } from "../../engine/base/symbol.js";
import { json, type JSONEntry } from "../markers/json-entry.js";

export { json } from "../markers/json-entry.js";

/**
 * Properties of a schema, in the order in which they are printed. `kind` is the name of the partial
 * that prints a property.
 */
export type SchemaView = readonly EntryView[];

export type EntryView =
  | JSONEntry
  /** A default whose value is a constant of the program. */
  | { readonly kind: "constant"; readonly key: string; readonly value: Printable }
  | { readonly kind: "reference"; readonly key: "$ref"; readonly name: string }
  /**
   * A reference to a type of another npm package. That package exports the prefix of its definition
   * names.
   */
  | { readonly kind: "foreign"; readonly key: "$ref"; readonly modelPackage: SymbolRef; readonly type: string }
  | { readonly kind: "schema"; readonly key: "items" | "additionalProperties"; readonly schema: SchemaView }
  | { readonly kind: "schemas"; readonly key: "oneOf"; readonly schemas: readonly SchemaView[] }
  | { readonly kind: "properties"; readonly key: "properties"; readonly properties: readonly PropertyView[] };

export interface PropertyView {
  readonly name: string;
  /**
   * True if every JavaScript object inherits a property of this name, such as `toString`.
   * TypeScript would check the value of such a property against the type of the inherited property.
   */
  readonly isInherited: boolean;
  readonly schema: SchemaView;
}

/** Definition of one type. */
export interface DefinitionView {
  /** Name of the definition in OpenAPI documents: `com.example.shop.v1.Box`. */
  readonly name: string;
  readonly schema: SchemaView;
}

export function property(name: string, schema: SchemaView): PropertyView {
  return { name, isInherited: name in Object.prototype, schema };
}

/** Returns an entry for each value that is not undefined. */
export function given(values: { readonly [key: string]: unknown }): SchemaView {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [json(key, value)]));
}

/**
 * Returns a schema with additional entries. An additional entry replaces an entry with the same
 * key, in the same position.
 */
export function merged(schema: SchemaView, more: SchemaView): SchemaView {
  if (more.length === 0) return schema;
  const later = new Map(more.map((entry) => [entry.key, entry]));
  const kept = schema.map((entry) => later.get(entry.key) ?? entry);
  const known = new Set(schema.map(({ key }) => key));
  return [...kept, ...[...later.values()].filter(({ key }) => !known.has(key))];
}
