import type { ExpressionType } from "../types/type.js";
import type { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "./classes.js";

/**
 * A value while an expression is evaluated. An int is a bigint within 64 bits, and a double is a
 * number. Values are never changed.
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
  /** The message of cel-go, such as `division by zero`. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export type Result = Value | EvaluationError;

/**
 * An item of a list with wrong data. In Go, it is the value of an index, and fails when it is used.
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

/** Returns a JSON value of a schema as expressions see it. The value of wrong data is an error. */
export type Read = (value: JSONInput) => Result;

/** An overload of a function. The receiver of a method is the first argument. It never throws. */
export type Implementation = (...values: readonly Value[]) => Result;

/** The overloads of a library by their identifiers, which `library/` declares. */
export type Implementations = Readonly<Record<string, Implementation>>;

/** A list. Its items are made when they are read. Items of invalid data are errors. */
export abstract class ListValue {
  abstract readonly size: number;
  /** @param index from 0 to size - 1 */
  abstract at(index: number): Result;

  /** Compares the list in its own way; undefined if lists of its kind are compared item by item. */
  equals(_other: Value): boolean | EvaluationError | undefined {
    return undefined;
  }

  /** Searches a value in its own way; undefined if the value is compared with each item. */
  contains(_value: Result): Result | undefined {
    return undefined;
  }

  /** Adds a list in its own way; undefined if lists of its kind are concatenated. */
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
  /** The type of a value that has fields like a map, but neither a size nor keys. */
  readonly objectType?: ExpressionType;
  abstract readonly size: number;
  /** Returns undefined if the map has no such key, and an error if it cannot have such a key. */
  abstract get(key: Value): Result | undefined;
  abstract keys(): Iterable<Value>;

  /** Compares the map in its own way; undefined if maps of its kind are compared entry by entry. */
  equals(_other: Value): boolean | EvaluationError | undefined {
    return undefined;
  }
}

/** A value of a library, such as a URL or a quantity. */
export abstract class OpaqueValue {
  abstract readonly type: ExpressionType;

  /** The number of bytes on which costs depend; 1 for a value without a size. */
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
