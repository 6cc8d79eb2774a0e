import type { OpenAPISchema } from "@apimachinery/runtime";

const components = "#/components/schemas/";

/** Returns the `$ref` of a definition in OpenAPI 3.0 documents. */
export function componentRef(name: string): string {
  return `${components}${name}`;
}

/** Returns the name of the definition that a `$ref` refers to. */
export function nameOfRef(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Returns a copy of a schema in which `change` was applied to each part, innermost parts first. */
export function mapSchema(schema: OpenAPISchema, change: (schema: OpenAPISchema) => OpenAPISchema): OpenAPISchema {
  const inner = (part: OpenAPISchema): OpenAPISchema => mapSchema(part, change);
  const { properties, items, additionalProperties, oneOf, allOf } = schema;
  return change({
    ...schema,
    ...(properties === undefined ? {} : { properties: mapRecord(properties, inner) }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: inner(additionalProperties) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(inner) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(inner) }),
  });
}

/** Returns the names of the definitions that a schema refers to. */
export function refsIn({
  $ref,
  properties = {},
  items,
  additionalProperties,
  oneOf = [],
  allOf = [],
}: OpenAPISchema): readonly string[] {
  const parts = [
    ...Object.values(properties),
    ...oneOf,
    ...allOf,
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
  return [...($ref === undefined ? [] : [nameOfRef($ref)]), ...parts.flatMap(refsIn)];
}

export function mapRecord<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  const result: Record<string, B> = {};
  for (const [key, value] of Object.entries(record)) result[key] = change(value);
  return result;
}
