import type { JSONValue } from "../../values/types.js";
import { ParseableType } from "./parseable-type.js";
import { deducedSchema, schemaOfSchemas } from "./schema-of-schemas.js";
import { schemaOf, type TypedSchema } from "./schema.js";

let typeOfSchemas: ParseableType | undefined;

/** The types of a schema. Source: `typed.Parser`. */
export class Parser {
  readonly #schema: TypedSchema;

  /**
   * @param schema a schema as JSON in a string, or the parsed document
   * @throws Error if the schema is not valid
   */
  constructor(schema: string | JSONValue) {
    const document = typeof schema === "string" ? (JSON.parse(schema) as JSONValue) : schema;
    typeOfSchemas ??= new ParseableType(schemaOf(schemaOfSchemas), "schema");
    try {
      typeOfSchemas.fromValue(document);
    } catch (error) {
      throw new Error(`unable to validate schema: ${(error as Error).message}`, { cause: error });
    }
    this.#schema = schemaOf(document);
  }

  /**
   * Returns a type. If the schema does not have a type with the name, later uses of the result
   * throw errors.
   */
  type(name: string): ParseableType {
    return new ParseableType(this.#schema, name);
  }
}

/**
 * The type of values without a schema: all lists are atomic, and the fields of all maps can have
 * any type.
 */
export const deducedParseableType: ParseableType = new ParseableType(schemaOf(deducedSchema), "__untyped_deduced_");
