import type { ExpressionType } from "../types/type.js";
import type { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "./classes.js";

/**
 * A value during an evaluation. An int is a bigint within 64 bits, and a double is a number. Values
 * are never mutated, except for a list that grows in a loop.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | CELUint
  | CELBytes
  | CELDuration
  | CELTimestamp
  | CELType
  | CELOptional<Result>
  | ListValue
  | MapValue
  | OpaqueValue;

/**
 * The result of an evaluation that failed. It is a value, not an exception, because operators such
 * as `||` absorb errors.
 */
export class EvaluationError {
  /** The message as in cel-go, such as `division by zero`. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export type Result = Value | EvaluationError;

/**
 * Error for a list item whose data does not fit the schema. As in Go, reading the item returns this
 * error as a value; the expression fails only when it uses the value.
 */
export class WrongItem extends EvaluationError {
  readonly error: EvaluationError;

  constructor(error: EvaluationError) {
    super(error.message);
    this.error = error;
  }
}

/** A JSON value. An integer of more than 53 bits is a bigint. */
export type JSONInput = unknown;

/**
 * Converts a JSON value of a schema to a value of an expression. Data that does not fit the schema
 * becomes an error.
 */
export type Read = (value: JSONInput) => Result;

/** The functions for the values of a schema. */
export interface SchemaValues {
  readonly read: Read;
  /**
   * Compares two JSON values without converting them to CEL values. Returns undefined for values
   * that must be converted: values with wrong types, unknown properties or ints outside the safe
   * range, and values of schemas with a special equality.
   */
  readonly compare: (a: JSONInput, b: JSONInput) => boolean | undefined;
}

/**
 * The implementation of an overload. The receiver of a method is the first argument. An
 * implementation returns errors as values.
 */
export type Implementation = (...values: readonly Value[]) => Result;

/**
 * A list. In a list with a schema, items are created when they are read, and an item whose data
 * does not fit the schema is an error.
 */
export abstract class ListValue {
  abstract readonly size: number;
  /** @param index from 0 to size - 1 */
  abstract at(index: number): Result;

  /**
   * Compares two lists as the list type of a schema requires. Returns undefined if the caller must
   * compare them item by item.
   */
  equals(_other: Value): boolean | EvaluationError | undefined {
    return undefined;
  }

  /**
   * Reports whether the list contains a value, as the list type of a schema requires. Returns
   * undefined if the caller must compare the value with each item.
   */
  contains(_value: Result): Result | undefined {
    return undefined;
  }

  /**
   * Returns a list with the items of both lists, combined as the list type of a schema requires.
   * Returns undefined if the caller must concatenate the lists.
   */
  plus(_other: ListValue): Result | undefined {
    return undefined;
  }

  *[Symbol.iterator](): Generator<Result> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }
}

/**
 * A map or an object. Only strings are valid keys for reading an object or a map with a schema. In
 * a map that an expression created, a number also finds an entry whose key is an equal number of
 * another type.
 */
export abstract class MapValue {
  /**
   * The type of an object, which has fields like a map, but does not support `size` and `in`;
   * undefined for a map.
   */
  readonly objectType?: ExpressionType;
  abstract readonly size: number;
  /**
   * Returns the value of a key. Returns undefined if the map does not have the key, and an error if
   * the type of the key is not allowed.
   */
  abstract get(key: Value): Result | undefined;
  abstract keys(): Iterable<Value>;

  /**
   * Compares two maps as their schema requires. Returns undefined if the caller must compare them
   * entry by entry.
   */
  equals(_other: Value): boolean | EvaluationError | undefined {
    return undefined;
  }
}

/** A value of a type that a library defines, such as a URL or a quantity. */
export abstract class OpaqueValue {
  abstract readonly type: ExpressionType;

  /** The size on which costs depend, in bytes; 1 for a value without a size. */
  get size(): number {
    return 1;
  }

  /** Returns a field; undefined for a value that cannot have fields. */
  field(_name: Value): Result | undefined {
    return undefined;
  }

  /** @param other a value of the same type */
  equals(other: OpaqueValue): boolean | EvaluationError {
    return this.toString() === other.toString();
  }

  /** Returns the value as Go prints it. */
  toString(): string {
    return this.type.name;
  }
}
