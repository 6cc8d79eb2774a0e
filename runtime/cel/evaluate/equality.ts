import { CELBytes, CELUint } from "../values.js";
import {
  DurationValue,
  EvaluationError,
  ListValue,
  MapValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  TimestampValue,
  TypeValue,
  type Value,
} from "./value.js";

export const noSuchOverload: EvaluationError = new EvaluationError("no such overload");

/**
 * Reports whether two values are equal. An opaque value is comparable only with one of its type;
 * inside a list or a map, values that are not comparable do not differ.
 */
export function equal(a: Value, b: Value): boolean | EvaluationError {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a !== "object" || a instanceof CELUint) return equalScalars(a, b);
  if (a instanceof ListValue) return b instanceof ListValue && equalLists(a, b);
  if (a instanceof MapValue) return b instanceof MapValue && equalMaps(a, b);
  if (a instanceof OpaqueValue)
    return b instanceof OpaqueValue && a.type.name === b.type.name ? a.equals(b) : noSuchOverload;
  if (a instanceof OptionalValue) return b instanceof OptionalValue && equalOptionals(a, b);
  if (a instanceof DurationValue) return b instanceof DurationValue && a.nanoseconds === b.nanoseconds;
  if (a instanceof TimestampValue) return b instanceof TimestampValue && a.nanoseconds === b.nanoseconds;
  if (a instanceof CELBytes) return b instanceof CELBytes && equalBytes(a.value, b.value);
  if (a instanceof TypeValue) return b instanceof TypeValue && a.type.name === b.type.name;
  return a instanceof ObjectValue && noSuchOverload;
}

/** Numbers of different types are equal if Go's conversion to double makes them equal. */
function equalScalars(a: Value, b: Value): boolean {
  const left = a instanceof CELUint ? a.value : a;
  const right = b instanceof CELUint ? b.value : b;
  if (typeof left === "bigint" && typeof right === "number") return Number(left) === right;
  if (typeof left === "number" && typeof right === "bigint") return left === Number(right);
  return left === right;
}

function equalLists(a: ListValue, b: ListValue): boolean {
  if (a.size !== b.size) return false;
  for (let index = 0; index < a.size; index++) if (equal(a.at(index), b.at(index)) === false) return false;
  return true;
}

function equalMaps(a: MapValue, b: MapValue): boolean {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) {
    const other = b.get(key);
    if (other === undefined || equal(a.get(key) as Value, other) === false) return false;
  }
  return true;
}

function equalOptionals({ value: a }: OptionalValue, { value: b }: OptionalValue): boolean | EvaluationError {
  return a === undefined || b === undefined ? a === b : equal(a, b);
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
