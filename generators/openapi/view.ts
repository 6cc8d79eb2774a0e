import type { Printable, SymbolRef } from "../../engine/print/symbol.js";

/**
 * A schema as its properties in the order in which they are printed. `kind` names the partial that
 * prints one.
 */
export type SchemaView = readonly EntryView[];

export type EntryView =
  | { readonly kind: "json"; readonly key: string; readonly value: unknown }
  /** A default that only the constant knows. */
  | { readonly kind: "constant"; readonly key: string; readonly value: Printable }
  | { readonly kind: "reference"; readonly key: "$ref"; readonly name: string }
  /** To a type of another npm package, which says itself what its types are called. */
  | { readonly kind: "foreign"; readonly key: "$ref"; readonly modelPackage: SymbolRef; readonly type: string }
  | { readonly kind: "schema"; readonly key: "items" | "additionalProperties"; readonly schema: SchemaView }
  | { readonly kind: "schemas"; readonly key: "oneOf"; readonly schemas: readonly SchemaView[] }
  | { readonly kind: "properties"; readonly key: "properties"; readonly properties: readonly PropertyView[] };

export interface PropertyView {
  readonly name: string;
  /**
   * Whether every object inherits the name: the compiler would take the value for what is
   * inherited.
   */
  readonly isInherited: boolean;
  readonly schema: SchemaView;
}

/** The definition of one type. */
export interface DefinitionView {
  /** As documents call it: `com.example.shop.v1.Box`. */
  readonly name: string;
  readonly schema: SchemaView;
}

export function property(name: string, schema: SchemaView): PropertyView {
  return { name, isInherited: name in Object.prototype, schema };
}

export function json(key: string, value: unknown): EntryView {
  return { kind: "json", key, value };
}

/** The entries whose value is there. */
export function given(values: { readonly [key: string]: unknown }): SchemaView {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [json(key, value)]));
}

/**
 * A schema with further entries. The one that comes later says what a key is, at the place of the
 * earlier.
 */
export function merged(schema: SchemaView, more: SchemaView): SchemaView {
  if (more.length === 0) return schema;
  const later = new Map(more.map((entry) => [entry.key, entry]));
  const kept = schema.map((entry) => later.get(entry.key) ?? entry);
  const known = new Set(schema.map(({ key }) => key));
  return [...kept, ...[...later.values()].filter(({ key }) => !known.has(key))];
}
