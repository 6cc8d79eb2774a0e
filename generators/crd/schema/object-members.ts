import type { ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import { typeMetaDescriptions } from "../../../runtime/rules/document-names.js";
import { isRequiredInSchema } from "../required.js";
import type { JSONSchema } from "./json-schema.js";
import { merged } from "./merge.js";
import type { SchemaBuilder } from "./schema-builder.js";

/** The properties apiVersion and kind. */
const typeMeta: { readonly [name: string]: JSONSchema } = {
  apiVersion: { description: typeMetaDescriptions.apiVersion, type: "string" },
  kind: { description: typeMetaDescriptions.kind, type: "string" },
};

/**
 * Returns the properties of an object, the names of those that requests must contain, and rules.
 */
export function objectMembers(builder: SchemaBuilder, type: TypeDeclaration, shape: ObjectShape): JSONSchema {
  const { universe } = builder;
  const own = shape.fields.map((field) => ({ name: field.name, ...builder.field(type, field) }));
  const required = shape.fields.filter((field) => isRequiredInSchema(universe, type, field)).map(({ name }) => name);
  const properties = Object.fromEntries([
    ...(shape.typeMeta === undefined ? [] : Object.entries(typeMeta)),
    ...own.map(({ name, schema }) => [name, schema] as const),
  ]);
  // The rules of the first property come first.
  return own.reduceRight<JSONSchema>((schema, { object }) => merged(object, schema), {
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required: required.toSorted() }),
  });
}
