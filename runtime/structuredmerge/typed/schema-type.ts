import type { JSONValue } from "../../values/types.js";
import type { ParseableType, ValidationOptions } from "./parseable-type.js";
import { namedTypeRef, resolveType, type TypedSchema, type TypeRef } from "./schema.js";
import type { TypedValue } from "./typed-value.js";

/**
 * A type, and the schema that declares it. A `Parser` makes it. The functions that make values are
 * abstract, because the module of values imports that of field sets, which imports types.
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
   * Checks a value that a decoder has made for this type. In contrast to `fromValue`, checks only
   * the part that decoders do not check: that the items of lists can be identified.
   *
   * @throws ValidationErrors
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
