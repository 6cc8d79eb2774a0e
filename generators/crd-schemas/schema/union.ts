import { typeById } from "../../../engine/model/lookup.js";
import type { TypeDeclaration, TypeId } from "../../../engine/model/universe.js";
import { escapedName, stringLiteral } from "../../../runtime/cel/index.js";
import { unknownFieldMarker } from "../../markers/extensions.js";
import { commonKeywords } from "../../../runtime/rules/keywords.js";
import { limitKeywords } from "../../../runtime/schema/limits.js";
import { causeOf, withCause } from "../rules/causes.js";
import type { JSONSchema, SchemaRule } from "./json-schema.js";
import type { SchemaBuilder } from "./schema-builder.js";

interface Member {
  readonly value: string;
  readonly type: TypeDeclaration;
  readonly schema: JSONSchema;
}

/**
 * Returns the schema of a union of interfaces. A structural schema lists all properties at one
 * level, so it contains the properties of all members. `oneOf` then allows only the properties of
 * one member.
 */
export function unionSchema(
  builder: SchemaBuilder,
  discriminator: string,
  members: readonly { readonly value: string; readonly type: TypeId }[],
): JSONSchema {
  const all = members.flatMap(({ value, type }): Member[] => {
    const declared = typeById(builder.universe, type);
    if (declared === undefined) return [];
    const marker = unknownFieldMarker(declared.markers);
    if (marker !== undefined)
      builder.warn(marker.position, `the unknown fields of ${declared.name}, a member of a union`);
    return [{ value, type: declared, schema: builder.declared(declared) }];
  });
  const names = new Set(all.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
  const properties: Record<string, JSONSchema> = {};
  for (const name of names) {
    const owners = all.flatMap(({ schema }): JSONSchema[] => {
      const property = schema.properties?.[name];
      return property === undefined ? [] : [property];
    });
    properties[name] = commonKeywords(owners, owners.length === all.length);
    reportLost(builder, all, name, properties[name]);
  }
  properties[discriminator] = { type: "string", enum: members.map(({ value }) => value).toSorted() };
  const rules = all.flatMap(({ value, schema }) =>
    (schema["x-kubernetes-validations"] ?? []).map((rule) => onlyFor(discriminator, value, rule)),
  );
  return {
    type: "object",
    properties,
    required: [discriminator],
    oneOf: all.map((member) => branch(discriminator, member, properties)),
    ...(rules.length === 0 ? {} : { "x-kubernetes-validations": rules }),
  };
}

/**
 * Warns of keywords that the shared schema of a property cannot have: the property's type, or a
 * default.
 */
function reportLost(builder: SchemaBuilder, members: readonly Member[], name: string, shared: JSONSchema): void {
  const isAny = shared["x-kubernetes-preserve-unknown-fields"] === true;
  for (const { type, schema } of members) {
    const own = schema.properties?.[name];
    const field = type.shape.kind === "object" ? type.shape.fields.find((one) => one.name === name) : undefined;
    if (own === undefined || field === undefined) continue;
    const label = `${type.name}.${name}`;
    if (isAny && own["x-kubernetes-preserve-unknown-fields"] !== true)
      builder.warn(field.position, `the type of ${label}, which has another type in other members of the union`);
    else if (own.default !== undefined && shared.default === undefined)
      builder.warn(field.position, `the default of ${label}, which only some members of the union have`);
  }
}

/** Returns the `oneOf` branch for the objects of one member. */
function branch(
  discriminator: string,
  { value, schema }: Member,
  shared: { readonly [name: string]: JSONSchema },
): JSONSchema {
  const required = (schema.required ?? []).filter((name) => name !== discriminator);
  const foreign = Object.keys(shared).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  const stricter = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = name === discriminator ? {} : ownConstraints(property, shared[name] ?? {});
    return Object.keys(own).length === 0 ? [] : [[name, own] as const];
  });
  // These constraints apply to several properties of the member together.
  const nested = (["not", "oneOf", "anyOf", "allOf"] as const).flatMap((key): JSONSchema[] =>
    schema[key] === undefined ? [] : [{ [key]: schema[key] }],
  );
  return {
    properties: { ...Object.fromEntries(stricter), [discriminator]: { enum: [value] } },
    ...(required.length === 0 ? {} : { required }),
    ...(foreign.length === 0 ? {} : { not: { anyOf: foreign.map((name) => ({ required: [name] })) } }),
    ...(nested.length === 0 ? {} : { allOf: nested }),
  };
}

/** Keywords that a branch of `oneOf` can have in a structural schema. */
const constraints: ReadonlySet<string> = new Set([
  ...["format", "pattern", "enum", "exclusiveMinimum", "exclusiveMaximum", ...limitKeywords],
  ...["required", "allOf", "anyOf", "oneOf", "not"],
]);

/** In a schema without a type, such as a branch, API servers reject these formats. */
const numberFormats: ReadonlySet<string> = new Set(["int32", "int64", "float", "double"]);

/**
 * Returns the constraints of a member's property that the shared schema of the property does not
 * have.
 */
function ownConstraints(property: JSONSchema, shared: JSONSchema): JSONSchema {
  const own = Object.entries(property).filter(
    ([key, value]) => constraints.has(key) && shared[key] === undefined && !numberFormats.has(String(value)),
  );
  return Object.fromEntries(own);
}

function onlyFor(discriminator: string, value: string, rule: SchemaRule): SchemaRule {
  const name = escapedName(discriminator) ?? discriminator;
  const condition = `self.${name} != ${stringLiteral(value)}`;
  return withCause({ ...rule, rule: `${condition} || (${rule.rule})` }, causeOf(rule));
}
