import type { JSONObject, JSONValue } from "../../values/types.js";

/** Names of the two types for values whose type is unknown. */
export const untyped = "__untyped_atomic_";
export const deduced = "__untyped_deduced_";

/**
 * The two types for values whose type is unknown. Lists in such values are atomic. Maps of the
 * first type are atomic, too; in maps of the second type, each field can have its own manager.
 */
export const untypedTypes: readonly [JSONObject, JSONObject] = [
  { name: untyped, ...untypedAtom(untyped, "atomic") },
  { name: deduced, ...untypedAtom(deduced, "separable") },
];

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
      map: struct({ name: text, type: named("typeRef"), default: named(untyped) }),
    },
    {
      name: "list",
      map: struct({ elementType: named("typeRef"), elementRelationship: text, keys: atomicList(text) }),
    },
    { name: "untyped", map: struct({ elementRelationship: text }) },
    untypedTypes[0],
  ],
};

/**
 * Returns the schema of a value of any type. Lists in such a value are atomic.
 *
 * @param mapOf the name of the type of all fields, if the value is a map
 * @param elementRelationship the relationship of the fields, if the value is a map
 */
export function untypedAtom(mapOf: string, elementRelationship: string): JSONObject {
  return {
    scalar: "untyped",
    list: { elementType: { namedType: untyped }, elementRelationship: "atomic" },
    map: { elementType: { namedType: mapOf }, elementRelationship },
  };
}
