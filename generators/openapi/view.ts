import type { Printable, SymbolRef } from "../../engine/print/symbol.js";

/**
 * The properties of a schema, in the order in which they are printed. `kind` names the partial that
 * prints one.
 */
export type SchemaView = readonly EntryView[];

export type EntryView =
  | { readonly kind: "json"; readonly key: string; readonly value: unknown }
  /** A default whose value only the constant knows. */
  | { readonly kind: "constant"; readonly key: string; readonly value: Printable }
  | { readonly kind: "reference"; readonly key: "$ref"; readonly name: string }
  /** A reference to a type of another npm package, which exports the prefix of its names. */
  | { readonly kind: "foreign"; readonly key: "$ref"; readonly modelPackage: SymbolRef; readonly type: string }
  | { readonly kind: "schema"; readonly key: "items" | "additionalProperties"; readonly schema: SchemaView }
  | { readonly kind: "schemas"; readonly key: "oneOf"; readonly schemas: readonly SchemaView[] }
  | { readonly kind: "properties"; readonly key: "properties"; readonly properties: readonly PropertyView[] };

export interface PropertyView {
  readonly name: string;
  /**
   * Whether all objects inherit a property of this name. TypeScript would then check the value
   * against that property's type.
   */
  readonly isInherited: boolean;
  readonly schema: SchemaView;
}

/** The definition of one type. */
export interface DefinitionView {
  /** The name in documents: `com.example.shop.v1.Box`. */
  readonly name: string;
  readonly schema: SchemaView;
}

export function property(name: string, schema: SchemaView): PropertyView {
  return { name, isInherited: name in Object.prototype, schema };
}

export function json(key: string, value: unknown): EntryView {
  return { kind: "json", key, value };
}

/** Returns entries for the values that are not undefined. */
export function given(values: { readonly [key: string]: unknown }): SchemaView {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [json(key, value)]));
}

/**
 * Returns a schema with further entries. A later entry replaces an earlier one of the same key, at
 * its place.
 */
export function merged(schema: SchemaView, more: SchemaView): SchemaView {
  if (more.length === 0) return schema;
  const later = new Map(more.map((entry) => [entry.key, entry]));
  const kept = schema.map((entry) => later.get(entry.key) ?? entry);
  const known = new Set(schema.map(({ key }) => key));
  return [...kept, ...[...later.values()].filter(({ key }) => !known.has(key))];
}
