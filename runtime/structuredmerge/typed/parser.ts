import type { JSONValue } from "../../values/types.js";
import type { ParseableType, ValidationOptions } from "./parseable-type.js";
import { deduced, schemaOfSchemas, untypedTypes } from "./schema-of-schemas.js";
import { schemaOf, type TypedSchema } from "./schema.js";
import { DeclaredSchemaType } from "./schema-type.js";
import { TypedValue } from "./typed-value.js";

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
    typeOfSchemas ??= new ParsedType(schemaOf(schemaOfSchemas), "schema");
    try {
      typeOfSchemas.fromValue(document);
    } catch (error) {
      throw new Error(`unable to validate schema: ${(error as Error).message}`, { cause: error });
    }
    this.#schema = schemaOf(document);
  }

  /** The names of the types, in the order of the schema. */
  get typeNames(): readonly string[] {
    return this.#schema.types.map(({ name }) => name);
  }

  /**
   * Returns a type. If the schema does not have a type with the name, later uses of the result
   * throw errors.
   */
  type(name: string): ParseableType {
    return new ParsedType(this.#schema, name);
  }
}

class ParsedType extends DeclaredSchemaType {
  fromValue(value: JSONValue, options?: ValidationOptions): TypedValue {
    const typed = new TypedValue(value, this);
    typed.validate(options);
    return typed;
  }

  checkDecoded(value: JSONValue, options: ValidationOptions = {}): void {
    new TypedValue(value, this).validate(options, true);
  }
}

/**
 * The type of values without a schema: all lists are atomic, and the fields of all maps can have
 * any type.
 */
export const deducedParseableType: ParseableType = new ParsedType(schemaOf({ types: [...untypedTypes] }), deduced);
