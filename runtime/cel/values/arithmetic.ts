import { CELBytes, CELDuration, CELTimestamp, CELUint } from "./classes.js";
import { noSuchOverload } from "./equality.js";
import { joinLists } from "./lists.js";
import { EvaluationError, ListValue, type Result, type Value } from "./value.js";

export const intOverflow: EvaluationError = new EvaluationError("integer overflow");
export const uintOverflow: EvaluationError = new EvaluationError("unsigned integer overflow");
const divisionByZero = new EvaluationError("division by zero");
const modulusByZero = new EvaluationError("modulus by zero");
export const timestampOverflow: EvaluationError = new EvaluationError("timestamp overflow");

const leastInt = -(2n ** 63n);
const greatestInt = 2n ** 63n - 1n;
const greatestUint = 2n ** 64n - 1n;

/** Returns an integer, or an error if it needs more than 64 bits. */
export function checkInt(value: bigint): Result {
  return value >= leastInt && value <= greatestInt ? value : intOverflow;
}

export function checkUint(value: bigint): Result {
  return value >= 0n && value <= greatestUint ? new CELUint(value) : uintOverflow;
}

function duration(nanoseconds: bigint): Result {
  const result = checkInt(nanoseconds);
  return typeof result === "bigint" ? new CELDuration(result) : result;
}

const earliest = -62_135_596_800_000_000_000n;
const latest = 253_402_300_800_000_000_000n;

/** Returns a time, or an error if its year is not within 1 to 9999. */
export function checkTimestamp(nanoseconds: bigint, offset: number): Result {
  return nanoseconds >= earliest && nanoseconds < latest ? new CELTimestamp(nanoseconds, offset) : timestampOverflow;
}

/** Returns the error for an operand whose type does not support the operator. */
export function unsupportedOperand(name: string, operand: Value): EvaluationError {
  const isReceiver = typeof operand === "string" || operand instanceof CELDuration || operand instanceof CELTimestamp;
  return isReceiver ? noSuchOverload : new EvaluationError(`no such overload: ${name}`);
}

export function add(a: Value, b: Value): Result {
  if (typeof a === "bigint") return typeof b === "bigint" ? checkInt(a + b) : noSuchOverload;
  if (typeof a === "string") return typeof b === "string" ? a + b : noSuchOverload;
  if (typeof a === "number") return typeof b === "number" ? a + b : noSuchOverload;
  if (a instanceof ListValue) return b instanceof ListValue ? joinLists(a, b) : noSuchOverload;
  if (a instanceof CELUint) return b instanceof CELUint ? checkUint(a.value + b.value) : noSuchOverload;
  if (a instanceof CELBytes) return b instanceof CELBytes ? concatenated(a, b) : noSuchOverload;
  if (a instanceof CELDuration) {
    if (b instanceof CELDuration) return duration(a.nanoseconds + b.nanoseconds);
    return b instanceof CELTimestamp ? checkTimestamp(a.nanoseconds + b.nanoseconds, b.offset) : noSuchOverload;
  }
  if (a instanceof CELTimestamp)
    return b instanceof CELDuration ? checkTimestamp(a.nanoseconds + b.nanoseconds, a.offset) : noSuchOverload;
  return unsupportedOperand("_+_", a);
}

function concatenated(a: CELBytes, b: CELBytes): CELBytes {
  const bytes = new Uint8Array(a.value.length + b.value.length);
  bytes.set(a.value);
  bytes.set(b.value, a.value.length);
  return new CELBytes(bytes);
}

export function subtract(a: Value, b: Value): Result {
  if (typeof a === "bigint") return typeof b === "bigint" ? checkInt(a - b) : noSuchOverload;
  if (typeof a === "number") return typeof b === "number" ? a - b : noSuchOverload;
  if (a instanceof CELUint) return b instanceof CELUint ? checkUint(a.value - b.value) : noSuchOverload;
  if (a instanceof CELDuration)
    return b instanceof CELDuration ? duration(a.nanoseconds - b.nanoseconds) : noSuchOverload;
  if (a instanceof CELTimestamp) {
    if (b instanceof CELTimestamp) return duration(a.nanoseconds - b.nanoseconds);
    if (!(b instanceof CELDuration)) return noSuchOverload;
    return b.nanoseconds === leastInt ? intOverflow : checkTimestamp(a.nanoseconds - b.nanoseconds, a.offset);
  }
  return unsupportedOperand("_-_", a);
}

export function multiply(a: Value, b: Value): Result {
  if (typeof a === "bigint") return typeof b === "bigint" ? checkInt(a * b) : noSuchOverload;
  if (typeof a === "number") return typeof b === "number" ? a * b : noSuchOverload;
  if (a instanceof CELUint) return b instanceof CELUint ? checkUint(a.value * b.value) : noSuchOverload;
  return unsupportedOperand("_*_", a);
}

export function divide(a: Value, b: Value): Result {
  if (typeof a === "bigint") {
    if (typeof b !== "bigint") return noSuchOverload;
    return b === 0n ? divisionByZero : checkInt(a / b);
  }
  if (typeof a === "number") return typeof b === "number" ? a / b : noSuchOverload;
  if (!(a instanceof CELUint)) return unsupportedOperand("_/_", a);
  if (!(b instanceof CELUint)) return noSuchOverload;
  return b.value === 0n ? divisionByZero : new CELUint(a.value / b.value);
}

export function modulo(a: Value, b: Value): Result {
  if (typeof a === "bigint") {
    if (typeof b !== "bigint") return noSuchOverload;
    if (b === 0n) return modulusByZero;
    return a === leastInt && b === -1n ? intOverflow : a % b;
  }
  if (!(a instanceof CELUint)) return unsupportedOperand("_%_", a);
  if (!(b instanceof CELUint)) return noSuchOverload;
  return b.value === 0n ? modulusByZero : new CELUint(a.value % b.value);
}

export function negate(a: Value): Result {
  if (typeof a === "bigint") return checkInt(-a);
  if (typeof a === "number") return -a;
  if (a instanceof CELDuration) return duration(-a.nanoseconds);
  return typeof a === "boolean" ? noSuchOverload : unsupportedOperand("-_", a);
}
