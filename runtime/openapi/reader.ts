import { resolved } from "../schema/resolve-shape.js";
import { typeMetaDescriptions } from "../rules/document-names.js";
import type { Rule } from "../schema/rule.js";
import { requiresPresence } from "../rules/published.js";
import { isSentIn, isTypeMeta } from "../rules/type-rules.js";
import { commonKeywords, type Keywords } from "../rules/keywords.js";
import { shapeOf, type FieldShape, type SchemaShape, type TypeSchema, type ValueShape } from "../schema/schema.js";
import { getOwn } from "../json/values.js";
import type { Docs, OpenAPIDefinitions, OpenAPISchema, ReferenceCallback, TypeDocs } from "./definition.js";
import { constrained, membersOf, valueSchema, zeroDefault, type References } from "./value-schema.js";

export type { References } from "./value-schema.js";

/**
 * Returns the OpenAPI definitions of types, by definition name. A schema without `model` has no
 * definition and is left out.
 */
export function openAPIDefinitions(
  schemas: Iterable<TypeSchema>,
  docs: Docs,
  ref: ReferenceCallback,
): OpenAPIDefinitions {
  const own = new Set(schemas);
  const docsOf = (schema: TypeSchema): TypeDocs | undefined => (own.has(schema) ? docsOfType(docs, schema) : undefined);
  const references: References = { nameOf: ({ model }) => model, ref, docsOf };
  const definitions = [...own].flatMap((schema): [string, OpenAPISchema][] =>
    schema.model === undefined ? [] : [[schema.model, openAPIDefinition(schema, references)]],
  );
  return Object.fromEntries(definitions);
}

function docsOfType(docs: Docs, { name }: TypeSchema): TypeDocs | undefined {
  const typeName = name.slice(name.lastIndexOf(".") + 1);
  return Object.hasOwn(docs, typeName) ? docs[typeName] : undefined;
}

/** Returns the OpenAPI definition of a type. */
export function openAPIDefinition(schema: TypeSchema, references: References): OpenAPISchema {
  return typeSchema(schema, references);
}

function typeSchema(schema: TypeSchema, references: References): Keywords {
  const docs = references.docsOf?.(schema) ?? {};
  const shape = shapeOf(schema);
  const { gvk, fields, value, rules } = shape;
  return {
    ...described(docs, "", value),
    ...constrained(shapeSchema(shape, references, docs), shape, rules),
    ...(gvk !== undefined && fields !== undefined && { "x-kubernetes-group-version-kind": [gvk] }),
  };
}

function shapeSchema(shape: SchemaShape, references: References, docs: TypeDocs): Keywords {
  const { fields = {}, value, discriminator, members } = shape;
  if (value !== undefined) return valueSchema(references, value);
  if (discriminator !== undefined && members !== undefined) return unionSchema(references, discriminator, members);
  const isKind = isTypeMeta(shape);
  const published = Object.entries(fields).filter(([, { openapi }]) => openapi !== false);
  const properties = published.map(([name, field]): readonly [string, Keywords] => [
    name,
    isKind && (name === "kind" || name === "apiVersion")
      ? { description: typeMetaDescriptions[name], type: "string" }
      : fieldSchema(references, docs, name, field, rulesOf(shape, name, field)),
  ]);
  const required = requiredIn(shape, published);
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  };
}

/**
 * Returns the schema of a union. `properties` has the properties of all members, because kubectl
 * explains and patches only these, and `oneOf` has the members.
 */
function unionSchema(
  references: References,
  discriminator: string,
  members: NonNullable<SchemaShape["members"]>,
): Keywords {
  const all = Object.values(members);
  const owners = new Map<string, Keywords[]>();
  for (const to of all) {
    const { properties = {} } = typeSchema(to(), references);
    for (const [name, property] of Object.entries(properties))
      owners.set(name, [...(owners.get(name) ?? []), property]);
  }
  owners.delete(discriminator);
  const shared = [...owners].map(([name, ones]) => [name, commonKeywords(ones, ones.length === all.length)] as const);
  return {
    type: "object",
    required: [discriminator],
    properties: {
      [discriminator]: { type: "string", enum: Object.keys(members) },
      ...Object.fromEntries(shared),
    },
    oneOf: all.map((to) => valueSchema(references, { type: "ref", to })),
  };
}

function fieldSchema(
  references: References,
  docs: TypeDocs,
  name: string,
  field: FieldShape,
  rules: readonly Rule[],
): Keywords {
  const value = valueSchema(references, field);
  const preset = presetOf(field);
  return {
    ...described(docs, name, field),
    ...constrained(value, field, rules),
    ...(preset !== undefined ? { default: preset } : field.optional === true ? {} : zeroDefault(field, value)),
  };
}

/**
 * Returns the default of a field from its markers; undefined if it has none. If the default is a
 * constant of the program, the schema has a function that returns the constant.
 */
function presetOf({ openapi, default: preset }: FieldShape): unknown {
  const stated = openapi === false ? undefined : openapi?.["default"];
  return typeof stated === "function" ? (stated as () => unknown)() : (stated ?? preset);
}

/**
 * Returns the validation rules of a property. For an inherited property, the rules are in the
 * schema of the base type.
 */
function rulesOf({ bases = [] }: SchemaShape, name: string, field: FieldShape): readonly Rule[] {
  for (const { to } of field.redeclared === true ? [] : bases) {
    const base = shapeOf(to());
    const inherited = getOwn(base.fields ?? {}, name);
    if (inherited !== undefined) return rulesOf(base, name, inherited);
  }
  return field.rules ?? [];
}

function requiredIn(shape: SchemaShape, fields: readonly (readonly [string, FieldShape])[]): readonly string[] {
  const stated = shape.openapi?.["required"];
  // The cast is safe, because the generator writes the names of properties.
  if (stated !== undefined) return stated as readonly string[];
  return fields
    .filter(([name, field]) => isSentIn(shape, name, field) || requiresPresence(rulesOf(shape, name, field)))
    .map(([name]) => name);
}

/**
 * Returns the description of a type or property. For a union of literals, the possible values are
 * appended.
 */
function described(docs: TypeDocs, place: string, value: ValueShape | undefined): { readonly description?: string } {
  const text = Object.hasOwn(docs, place) ? (docs[place] ?? "") : "";
  const literals = value === undefined ? [] : membersOf(resolved(value)).filter((one) => typeof one !== "boolean");
  const values = ["Possible enum values:", ...literals.map((one) => ` - \`${JSON.stringify(one)}\``)].join("\n");
  const description = [text, literals.length === 0 ? "" : values].filter((part) => part !== "").join("\n\n");
  return description === "" ? {} : { description };
}
