import { typeById } from "../../../engine/model/lookup.js";
import type { TypeId } from "../../../engine/model/universe.js";
import type { JSONSchema } from "./json-schema.js";
import type { SchemaBuilder } from "./schema-builder.js";

interface Member {
  readonly value: string;
  readonly schema: JSONSchema;
}

/**
 * Returns the schema of a union of interfaces. A structural schema has all properties in one place,
 * so it has the properties of all members; `oneOf` then allows those of one member only.
 */
export function unionSchema(
  builder: SchemaBuilder,
  discriminator: string,
  members: readonly { readonly value: string; readonly type: TypeId }[],
): JSONSchema {
  const all = members.flatMap(({ value, type }): Member[] => {
    const declared = typeById(builder.universe, type);
    return declared === undefined ? [] : [{ value, schema: builder.declared(declared) }];
  });
  const values = members.map(({ value }) => value).toSorted();
  const properties: Record<string, JSONSchema> = {};
  for (const { schema } of all)
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      properties[name] = Object.hasOwn(properties, name) ? common(properties[name] as JSONSchema, property) : property;
  properties[discriminator] = { type: "string", enum: values };
  const names = Object.keys(properties);
  const rules = all.flatMap(({ value, schema }) => rulesOf(schema).map((rule) => onlyFor(discriminator, value, rule)));
  return {
    type: "object",
    properties,
    required: [discriminator],
    oneOf: all.map((member) => branch(discriminator, member, names)),
    ...(rules.length === 0 ? {} : { "x-kubernetes-validations": rules }),
  };
}

/** Returns the rules for the objects of one member. */
function branch(discriminator: string, { value, schema }: Member, names: readonly string[]): JSONSchema {
  const required = (schema.required ?? []).filter((name) => name !== discriminator);
  const foreign = names.filter((name) => name !== discriminator && !Object.hasOwn(schema.properties ?? {}, name));
  return {
    properties: { [discriminator]: { enum: [value] } },
    ...(required.length === 0 ? {} : { required }),
    ...(foreign.length === 0 ? {} : { not: { anyOf: foreign.map((name) => ({ required: [name] })) } }),
  };
}

/**
 * Returns the schema of a property that several members have. If their schemas differ, only the
 * keywords that are equal remain.
 */
function common(a: JSONSchema, b: JSONSchema): JSONSchema {
  const shared = Object.entries(a).filter(([key, value]) => JSON.stringify(value) === JSON.stringify(b[key]));
  const schema = Object.fromEntries(shared) as JSONSchema;
  const isTyped = schema.type !== undefined || schema["x-kubernetes-int-or-string"] === true;
  return isTyped ? schema : { ...schema, "x-kubernetes-preserve-unknown-fields": true };
}

function rulesOf(schema: JSONSchema): readonly Rule[] {
  // Rules are written by this generator, and all of them have the property `rule`.
  return (schema["x-kubernetes-validations"] ?? []) as readonly Rule[];
}

interface Rule {
  readonly rule: string;
}

function onlyFor(discriminator: string, value: string, rule: Rule): Rule {
  return { ...rule, rule: `self.${discriminator} != '${value}' || (${rule.rule})` };
}
