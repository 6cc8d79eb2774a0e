import type { JSONValue } from "../../values/types.js";
import type { TypedValue } from "./typed-value.js";

export interface ValidationOptions {
  /** Whether sets and associative lists may have several items with the same key. */
  readonly allowDuplicates?: boolean;
}

/** A type of a schema. Source: `typed.ParseableType`. */
export interface ParseableType {
  readonly name: string;
  /** Whether the schema has the type. */
  readonly isValid: boolean;
  /**
   * Returns a value of the type. The value is not copied and must not be changed any more.
   *
   * @throws ValidationErrors if the value does not have the type
   */
  fromValue(value: JSONValue, options?: ValidationOptions): TypedValue;
}
