import type { JSONValue } from "../../values/types.js";
import type { ParseableType, ValidationOptions } from "./parseable-type.js";
import { namedTypeRef, resolveType, type TypedSchema, type TypeRef } from "./schema.js";
import type { TypedValue } from "./typed-value.js";

/**
 * A type, and the schema that declares it. A `Parser` creates such types. The methods that use
 * `TypedValue` are abstract, because importing the module of `TypedValue` here would be a cyclic
 * import.
 */
export abstract class DeclaredSchemaType implements ParseableType {
  readonly ref: TypeRef;

  constructor(
    readonly schema: TypedSchema,
    readonly name: string,
  ) {
    this.ref = namedTypeRef(name);
  }

  get isValid(): boolean {
    return resolveType(this.schema, this.ref) !== undefined;
  }

  abstract fromValue(value: JSONValue, options?: ValidationOptions): TypedValue;

  /**
   * Checks a value that a decoder has created for this type. Unlike `fromValue`, only checks what
   * decoders do not check: that the items of associative lists have path elements, which must be
   * unique unless duplicates are allowed.
   *
   * @throws ValidationErrors if the check fails
   */
  abstract checkDecoded(value: JSONValue, options?: ValidationOptions): void;
}

/**
 * Returns the type with its schema.
 *
 * @throws TypeError if the type does not come from a `Parser`
 */
export function schemaTypeOf(type: ParseableType): DeclaredSchemaType {
  if (type instanceof DeclaredSchemaType) return type;
  throw new TypeError(
    `the type ${type.name} does not come from a Parser: call parser.type(${JSON.stringify(type.name)})`,
  );
}
