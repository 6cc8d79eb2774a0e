import type { ExpressionType } from "../types/type.js";

/** An unsigned integer of 64 bits. */
export class CELUint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A sequence of bytes. */
export class CELBytes {
  readonly value: Uint8Array;

  constructor(value: Uint8Array) {
    this.value = value;
  }
}

/** A duration in nanoseconds, an integer of 64 bits with a sign. */
export class CELDuration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A time in nanoseconds since 1970-01-01T00:00:00Z. */
export class CELTimestamp {
  readonly nanoseconds: bigint;
  /**
   * The offset of the time zone in which the time is printed, in seconds east of UTC. It does not
   * affect equality.
   */
  readonly offset: number;

  constructor(nanoseconds: bigint, offset = 0) {
    this.nanoseconds = nanoseconds;
    this.offset = offset;
  }
}

/** A type as a value. Types with the same name are equal. */
export class CELType {
  readonly type: ExpressionType;

  constructor(type: ExpressionType) {
    this.type = type;
  }

  get name(): string {
    return this.type.name;
  }
}

/** An optional; `value` is undefined for `optional.none()`. */
export class CELOptional<T> {
  readonly value: T | undefined;

  constructor(value?: T) {
    this.value = value;
  }
}
