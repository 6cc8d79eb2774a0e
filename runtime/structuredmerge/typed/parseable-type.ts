import type { JSONValue } from "../../values/types.js";
import type { TypedValue } from "./typed-value.js";

export interface ValidationOptions {
  /** True if sets may have equal items, and associative lists may have items with equal keys. */
  readonly allowDuplicates?: boolean;
}

/** A type of a schema. Source: `typed.ParseableType`. */
export interface ParseableType {
  readonly name: string;
  /** True if the schema has the type. */
  readonly isValid: boolean;
  /**
   * Returns the value together with this type. The value is not copied, and must not be mutated
   * afterwards.
   *
   * @throws ValidationErrors if the value does not fit the type
   */
  fromValue(value: JSONValue, options?: ValidationOptions): TypedValue;
}
