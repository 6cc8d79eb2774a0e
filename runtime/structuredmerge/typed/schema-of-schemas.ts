import type { JSONValue } from "../../values/types.js";

const text = { scalar: "string" };
const named = (namedType: string): JSONValue => ({ namedType });
const struct = (fields: Readonly<Record<string, JSONValue>>): JSONValue => ({
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
});
const listByKey = (type: string, key: string): JSONValue => ({
  list: { elementType: named(type), elementRelationship: "associative", keys: [key] },
});
const atomicList = (elementType: JSONValue): JSONValue => ({ list: { elementType, elementRelationship: "atomic" } });
const typeFields = { scalar: text, map: named("map"), list: named("list"), untyped: named("untyped") };

/**
 * The schema with which schemas are validated. It also describes itself. Source:
 * `schema.SchemaSchemaYAML`.
 */
export const schemaOfSchemas: JSONValue = {
  types: [
    { name: "schema", map: struct({ types: listByKey("typeDef", "name") }) },
    { name: "typeDef", map: struct({ name: text, ...typeFields }) },
    {
      name: "typeRef",
      map: struct({ namedType: text, ...typeFields, elementRelationship: text, nullable: { scalar: "boolean" } }),
    },
    { name: "scalar", ...text },
    {
      name: "map",
      map: struct({
        fields: listByKey("structField", "name"),
        unions: atomicList(named("union")),
        elementType: named("typeRef"),
        elementRelationship: text,
      }),
    },
    { name: "unionField", map: struct({ fieldName: text, discriminatorValue: text }) },
    {
      name: "union",
      map: struct({
        discriminator: text,
        deduceInvalidDiscriminator: { scalar: "boolean" },
        fields: listByKey("unionField", "fieldName"),
      }),
    },
    {
      name: "structField",
      map: struct({ name: text, type: named("typeRef"), default: named("__untyped_atomic_") }),
    },
    {
      name: "list",
      map: struct({ elementType: named("typeRef"), elementRelationship: text, keys: atomicList(text) }),
    },
    { name: "untyped", map: struct({ elementRelationship: text }) },
    untypedType("__untyped_atomic_", "atomic"),
  ],
};

/** Returns a type definition for values of any type. */
function untypedType(name: string, elementRelationship: string): JSONValue {
  return {
    name,
    scalar: "untyped",
    list: { elementType: named("__untyped_atomic_"), elementRelationship: "atomic" },
    map: { elementType: named(name), elementRelationship },
  };
}

/**
 * The schema of values of unknown types. Their lists are atomic, and each field of their maps can
 * have its own manager.
 */
export const deducedSchema: JSONValue = {
  types: [untypedType("__untyped_atomic_", "atomic"), untypedType("__untyped_deduced_", "separable")],
};
