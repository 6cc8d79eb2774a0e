import type { JSONValue } from "../../types.js";
import type { ParseableType, ValidationOptions } from "./parseable-type.js";
import { hasIdentifiedItems } from "./identified-items.js";
import { namedTypeRef, resolveType, type Schema, type TypeRef } from "./schema.js";
import { TypedValue } from "./typed-value.js";

/** A type with the schema that declares it. */
export class SchemaType implements ParseableType {
  readonly ref: TypeRef;

  constructor(
    readonly schema: Schema,
    readonly name: string,
  ) {
    this.ref = namedTypeRef(name);
  }

  get isValid(): boolean {
    return resolveType(this.schema, this.ref) !== undefined;
  }

  fromValue(value: JSONValue, options?: ValidationOptions): TypedValue {
    const typed = new TypedValue(value, this);
    typed.validate(options);
    return typed;
  }

  /**
   * Checks a value that a decoder has made for this type, as `fromValue` does, but only what a
   * decoder does not check: that the items of lists can be identified.
   *
   * @throws ValidationErrors
   */
  checkDecoded(value: JSONValue, options: ValidationOptions = {}): void {
    const isValid = hasIdentifiedItems(this.schema, this.ref, value, options.allowDuplicates === true);
    // The complete check finds the path to the wrong item.
    if (!isValid) new TypedValue(value, this).validate(options);
  }
}

/** Returns the type with its schema. @throws TypeError if the type does not come from a `Parser` */
export function schemaTypeOf(type: ParseableType): SchemaType {
  if (type instanceof SchemaType) return type;
  throw new TypeError(
    `the type ${type.name} does not come from a Parser: call parser.type(${JSON.stringify(type.name)})`,
  );
}
