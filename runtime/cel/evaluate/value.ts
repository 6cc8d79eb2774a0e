import type { Type } from "../types/type.js";
import type { CELBytes, CELUint } from "../values.js";

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
  | DurationValue
  | TimestampValue
  | TypeValue
  | OptionalValue
  | ListValue
  | MapValue
  | ObjectValue
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

/** An overload of a function. The receiver of a method is the first argument. It never throws. */
export type Implementation = (...values: readonly Value[]) => Result;

/** The overloads of a library by their identifiers, which `library/` declares. */
export type Implementations = Readonly<Record<string, Implementation>>;

/** A duration in nanoseconds, within 64 bits. */
export class DurationValue {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A time in nanoseconds since 1970-01-01T00:00:00Z. */
export class TimestampValue {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A type as a value. Types with the same name are equal. */
export class TypeValue {
  readonly type: Type;

  constructor(type: Type) {
    this.type = type;
  }
}

/** An optional; `value` is undefined for `optional.none()`. */
export class OptionalValue {
  readonly value: Value | undefined;

  constructor(value?: Value) {
    this.value = value;
  }
}

/** A list. Its items are made when they are read. */
export abstract class ListValue {
  abstract readonly size: number;
  /** @param index from 0 to size - 1 */
  abstract at(index: number): Value;

  *[Symbol.iterator](): Generator<Value> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }
}

/** A map. Keys are bools, ints, uints or strings; ints, uints and whole doubles of equal value are the same key. */
export abstract class MapValue {
  abstract readonly size: number;
  /** Returns undefined if the map has no such key. */
  abstract get(key: Value): Value | undefined;
  abstract keys(): Iterable<Value>;
}

/** An object of a schema with properties. */
export abstract class ObjectValue {
  abstract readonly type: Type;
  /** Returns the value of a field by its name in expressions; undefined if it is not set. */
  abstract get(field: string): Value | undefined;
}

/** A value of a library, such as a URL or a quantity. */
export abstract class OpaqueValue {
  abstract readonly type: Type;
  /** @param other a value of the same type */
  abstract equals(other: OpaqueValue): boolean | EvaluationError;
}
