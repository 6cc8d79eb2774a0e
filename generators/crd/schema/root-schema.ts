import type { PlanInput } from "../../../engine/generator.js";
import type { TypeDeclaration } from "../../../engine/model/universe.js";
import type { Problem } from "../../../engine/problem.js";
import { shortened } from "./description.js";
import type { JSONSchema } from "./json-schema.js";
import { SchemaBuilder } from "./schema-builder.js";

/** The structural schema of a kind. */
export interface RootSchema {
  readonly schema: JSONSchema;
  readonly problems: readonly Problem[];
  /** The types that the schema is made of. */
  readonly types: ReadonlySet<TypeDeclaration>;
}

/** Returns the structural schema of a kind, and the problems of its types. */
export function rootSchema(input: PlanInput, type: TypeDeclaration): RootSchema {
  const builder = new SchemaBuilder(input, type);
  const schema = withPlainMetadata(builder.declared(type));
  const most = input.options["maxDescLen"];
  return {
    schema: typeof most === "number" ? withShortDescriptions(schema, most) : schema,
    problems: builder.problems,
    types: builder.types,
  };
}

/**
 * Returns the schema of a kind without a description of its metadata, which no schema of a kind can
 * have.
 */
function withPlainMetadata(schema: JSONSchema): JSONSchema {
  return { ...schema, properties: { ...schema.properties, metadata: { type: "object" } } };
}

/** Returns a schema whose descriptions have at most `most` characters; 0 removes them. */
function withShortDescriptions(schema: JSONSchema, most: number): JSONSchema {
  const { description, items, additionalProperties, properties, ...rest } = schema;
  const inner = (one: JSONSchema) => withShortDescriptions(one, most);
  return {
    ...(description === undefined || most === 0 ? {} : { description: shortened(description, most) }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: inner(additionalProperties) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])) }),
    ...rest,
  };
}
