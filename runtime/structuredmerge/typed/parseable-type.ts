import type { JSONValue } from "../../values/types.js";
import { hasIdentifiedItems } from "./identified-items.js";
import { namedTypeRef, type TypedSchema, type TypeRef } from "./schema.js";
import { TypedValue, type ValidationOptions } from "./typed-value.js";

/** A type, and the schema that declares it. Source: `typed.ParseableType`. */
export class ParseableType {
  readonly ref: TypeRef;

  constructor(
    readonly schema: TypedSchema,
    readonly name: string,
  ) {
    this.ref = namedTypeRef(name);
  }

  /**
   * Returns a value of the type. The value is not copied, and must not be mutated afterwards.
   *
   * @throws ValidationErrors if the value does not fit the type
   */
  fromValue(value: JSONValue, options?: ValidationOptions): TypedValue {
    const typed = new TypedValue(value, this);
    typed.validate(options);
    return typed;
  }

  /**
   * Checks a value that a decoder has created for this type. Unlike `fromValue`, only checks what
   * decoders do not check: that the items of associative lists have path elements, which must be
   * unique unless duplicates are allowed.
   *
   * @throws ValidationErrors if the check fails
   */
  checkDecoded(value: JSONValue, options: ValidationOptions = {}): void {
    const isValid = hasIdentifiedItems(this.schema, this.ref, value, options.allowDuplicates === true);
    // The complete check throws an error with the path to the invalid item.
    if (!isValid) this.fromValue(value, options);
  }
}
