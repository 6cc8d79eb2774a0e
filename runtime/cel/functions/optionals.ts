import { listOf } from "../values/collections.js";
import { printed } from "../values/describe.js";
import {
  EvaluationError,
  ListValue,
  MapValue,
  type Implementations,
  type Result,
  type Value,
} from "../values/value.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELUint } from "../values/classes.js";
import { isAnyValue, instanceOf, isListValue, unaryFunction } from "./signature.js";

const none = new CELOptional<Result>();
const optional = instanceOf<CELOptional<Result>>(CELOptional);
/**
 * The functions of optional values. The planner implements `or`, `orValue`, and optional fields and
 * indexes.
 */
export const optionalFunctions: Implementations = {
  list_first: unaryFunction(isListValue, (items) => itemAt(items, 0)),
  list_last: unaryFunction(isListValue, (items) => itemAt(items, items.size - 1)),
  optional_none: () => none,
  optional_of: unaryFunction(isAnyValue, (value) => new CELOptional<Result>(value)),
  optional_ofNonZeroValue: unaryFunction(isAnyValue, (value) =>
    isZero(value) ? none : new CELOptional<Result>(value),
  ),
  optional_hasValue: unaryFunction(optional, ({ value }) => value !== undefined),
  optional_value: unaryFunction(optional, ({ value }) =>
    value === undefined ? new EvaluationError("optional.none() dereference") : value,
  ),
  optional_unwrap: unaryFunction(isListValue, unwrapped),
  optional_unwrapOpt: unaryFunction(isListValue, unwrapped),
};

function itemAt(items: ListValue, index: number): Result {
  return index >= 0 && index < items.size ? new CELOptional(items.at(index)) : none;
}

/** Go's zero time, 0001-01-01T00:00:00Z. */
const noTime = -62_135_596_800n * 1_000_000_000n;

/**
 * Reports whether a value is the zero value of its type. Opaque values and optionals have no zero
 * value.
 */
function isZero(value: Value): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return !value && !Number.isNaN(value);
  if (value instanceof CELUint) return value.value === 0n;
  if (value instanceof CELBytes) return value.value.length === 0;
  if (value instanceof CELDuration) return value.nanoseconds === 0n;
  if (value instanceof CELTimestamp) return value.nanoseconds === noTime;
  // Lists and objects with a schema have no zero value, since they cannot be compared with null.
  return (
    (value instanceof ListValue || value instanceof MapValue) && value.size === 0 && value.equals(null) === undefined
  );
}

function unwrapped(items: ListValue): Result {
  const values: Result[] = [];
  for (const item of items) {
    if (!(item instanceof CELOptional)) return new EvaluationError(`value ${printed(item)} is not optional`);
    if (item.value !== undefined) values.push(item.value);
  }
  return listOf(values);
}
