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
 * An item of a list whose data does not fit the schema. In Go, reading it returns the error as a
 * value, which fails when it is used.
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

/**
 * The implementation of an overload. The receiver of a method is the first argument. It never
 * throws.
 */
export type Implementation = (...values: readonly Value[]) => Result;

/** The implementations of overloads by the identifiers that `library/` declares. */
export type Implementations = Readonly<Record<string, Implementation>>;

/**
 * A list. Its items are made when they are read. Items whose data does not fit the schema are
 * errors.
 */
export abstract class ListValue {
  abstract readonly size: number;
  /** @param index from 0 to size - 1 */
  abstract at(index: number): Result;

  /**
   * Compares two lists as the list type of a schema demands; undefined to compare them item by
   * item.
   */
  equals(_other: Value): boolean | EvaluationError | undefined {
    return undefined;
  }

  /**
   * Reports whether the list has a value, as the list type of a schema demands; undefined to
   * compare the value with each item.
   */
  contains(_value: Result): Result | undefined {
    return undefined;
  }

  /** Adds a list as the list type of a schema demands; undefined to concatenate the lists. */
  plus(_other: ListValue): Result | undefined {
    return undefined;
  }

  *[Symbol.iterator](): Generator<Result> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }
}

/**
 * A map. Keys are bools, ints, uints or strings; ints, uints and whole doubles of equal value are
 * the same key.
 */
export abstract class MapValue {
  /**
   * The type of a value that has fields like a map, but neither a size nor keys; undefined for a
   * map.
   */
  readonly objectType?: ExpressionType;
  abstract readonly size: number;
  /**
   * Returns the value of a key. Returns undefined if the map does not have the key, and an error if
   * the key's type is not possible.
   */
  abstract get(key: Value): Result | undefined;
  abstract keys(): Iterable<Value>;

  /** Compares two maps as their schema demands; undefined to compare them entry by entry. */
  equals(_other: Value): boolean | EvaluationError | undefined {
    return undefined;
  }
}

/** A value of a library's own type, such as a URL or a quantity. */
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
  abstract equals(other: OpaqueValue): boolean | EvaluationError;

  /** Returns the value as Go prints it. */
  toString(): string {
    return this.type.name;
  }
}
