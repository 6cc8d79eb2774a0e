import type { ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import { typeMetaDescriptions } from "../../../runtime/rules/document-names.js";
import { isRequired } from "../../presence/required.js";
import type { JSONSchema } from "./json-schema.js";
import { merged } from "./merge.js";
import type { SchemaBuilder } from "./schema-builder.js";

/** Schemas of the properties apiVersion and kind. */
const typeMeta: { readonly [name: string]: JSONSchema } = {
  apiVersion: { description: typeMetaDescriptions.apiVersion, type: "string" },
  kind: { description: typeMetaDescriptions.kind, type: "string" },
};

/**
 * Returns the schema keywords for an object: the properties, the names of the required properties,
 * and the rules.
 */
export function objectMembers(builder: SchemaBuilder, type: TypeDeclaration, shape: ObjectShape): JSONSchema {
  const { universe } = builder;
  const own = shape.fields.map((field) => ({ name: field.name, ...builder.field(type, field) }));
  const required = shape.fields.filter((field) => isRequired(universe, type, field)).map(({ name }) => name);
  const properties = Object.fromEntries([
    ...(shape.typeMeta === undefined ? [] : Object.entries(typeMeta)),
    ...own.map(({ name, schema }) => [name, schema] as const),
  ]);
  // The properties are merged from the last to the first, so that the rules of the first property
  // come first.
  return own.reduceRight<JSONSchema>((schema, { object }) => merged(object, schema), {
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required: required.toSorted() }),
  });
}
