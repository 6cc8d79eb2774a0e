import {
  shapeOf,
  type FieldShape,
  type OpenAPISchema,
  type SchemaShape,
  type TypeSchema,
  type ValueShape,
} from "@apimachinery/runtime";
import { componentRef } from "./refs.js";

/**
 * Returns a definition for a type that has no generated definition. The definition has the
 * structure of the schema, without descriptions and defaults. No property is required, because the
 * decoder sets an omitted property to its zero value.
 * @param nameOf returns the name of a referenced type
 */
export function structureOf(schema: TypeSchema, nameOf: (schema: TypeSchema) => string): OpenAPISchema {
  const shape = shapeOf(schema);
  if (shape.value !== undefined) return valueSchema(shape.value, nameOf);
  if (shape.members !== undefined)
    return {
      type: "object",
      oneOf: Object.values(shape.members).map((member) => ({ $ref: componentRef(nameOf(member())) })),
    };
  return objectSchema(shape, nameOf);
}

function objectSchema({ fields = {} }: SchemaShape, nameOf: (schema: TypeSchema) => string): OpenAPISchema {
  const properties: Record<string, OpenAPISchema> = {};
  for (const [name, field] of Object.entries(fields))
    properties[name] = { ...valueSchema(field, nameOf), ...extensionsOf(field) };
  return { type: "object", properties };
}

function extensionsOf({
  listType,
  listMapKeys,
  mapType,
  structType,
  patchStrategy,
  patchMergeKey,
}: FieldShape): OpenAPISchema {
  return {
    ...(listType === undefined ? {} : { "x-kubernetes-list-type": listType }),
    ...(listMapKeys === undefined ? {} : { "x-kubernetes-list-map-keys": listMapKeys }),
    ...((mapType ?? structType) === undefined ? {} : { "x-kubernetes-map-type": mapType ?? structType }),
    ...(patchStrategy === undefined ? {} : { "x-kubernetes-patch-strategy": patchStrategy.join(",") }),
    ...(patchMergeKey === undefined ? {} : { "x-kubernetes-patch-merge-key": patchMergeKey }),
  };
}

function valueSchema(value: ValueShape, nameOf: (schema: TypeSchema) => string): OpenAPISchema {
  switch (value.type) {
    case "list":
      return { type: "array", items: valueSchema(value.items, nameOf) };
    case "tuple":
      return { type: "array", items: {}, minItems: value.items.length, maxItems: value.items.length };
    case "map":
      return { type: "object", additionalProperties: valueSchema(value.values, nameOf) };
    case "ref":
    case "embedded":
      return { $ref: componentRef(nameOf(value.to())) };
    default:
      return { ...scalars[value.type], ...("enum" in value ? { enum: value.enum } : {}) };
  }
}

type Scalar = Exclude<ValueShape["type"], "list" | "tuple" | "map" | "ref" | "embedded">;

const integer = (format: string): OpenAPISchema => ({ type: "integer", format });

/**
 * Returns a reference to a definition. Some scalars of the runtime package are separate types in
 * Go, so their definitions have names.
 */
const named = (name: string): OpenAPISchema => ({ $ref: componentRef(`io.k8s.apimachinery.pkg.${name}`) });

const scalars: Readonly<Record<Scalar, OpenAPISchema>> = {
  any: { "x-kubernetes-preserve-unknown-fields": true },
  RawExtension: named("runtime.RawExtension"),
  FieldsV1: named("apis.meta.v1.FieldsV1"),
  boolean: { type: "boolean" },
  string: { type: "string" },
  bytes: { type: "string", format: "byte" },
  Time: named("apis.meta.v1.Time"),
  MicroTime: named("apis.meta.v1.MicroTime"),
  Duration: named("apis.meta.v1.Duration"),
  Quantity: named("api.resource.Quantity"),
  IntOrString: named("util.intstr.IntOrString"),
  int8: integer("byte"),
  int16: integer("int32"),
  int32: integer("int32"),
  int64: integer("int64"),
  uint8: integer("byte"),
  uint16: integer("int32"),
  uint32: integer("int64"),
  uint64: integer("int64"),
  float32: { type: "number", format: "float" },
  float64: { type: "number", format: "double" },
};

/**
 * Returns the given schemas as definitions, together with all schemas to which they refer directly
 * or indirectly. The keys are the names of the definitions.
 */
export function structuresOf(
  roots: readonly TypeSchema[],
  nameOf: (schema: TypeSchema) => string,
  isKnown: (name: string) => boolean,
): Record<string, OpenAPISchema> {
  const definitions: Record<string, OpenAPISchema> = {};
  const open = [...roots];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    const name = nameOf(schema);
    if (isKnown(name) || Object.hasOwn(definitions, name)) continue;
    definitions[name] = structureOf(schema, (to) => {
      open.push(to);
      return nameOf(to);
    });
  }
  return definitions;
}
