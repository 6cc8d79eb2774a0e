import { CELUint } from "../values/classes.js";
import { goTypeOfResult, printed, typeOfValue } from "../values/describe.js";
import { AtomicList } from "../values/schema-list.js";
import {
  EvaluationError,
  ListValue,
  MapValue,
  OpaqueValue,
  WrongItem,
  type Result,
  type Value,
} from "../values/value.js";

/**
 * Returns the message for a value that is not a bool, number or string, and therefore cannot be a
 * key; undefined for a valid key.
 */
export function keyProblem(value: Result): string | undefined {
  if (value instanceof EvaluationError) return "invalid qualifier type: *types.Err";
  const isKey = typeof value !== "object" || value instanceof CELUint;
  return isKey ? undefined : `invalid qualifier type: ${goTypeOfResult(value)}`;
}

/**
 * Returns a field of an object, a value of a map, or an item of a list; undefined if there is none.
 */
export function find(container: Result, key: Value): Result | undefined {
  if (container instanceof EvaluationError) return container instanceof WrongItem ? container.error : container;
  if (container instanceof MapValue) return container.get(key);
  if (container instanceof OpaqueValue) return container.field(key);
  return container instanceof ListValue ? findItem(container, key) : undefined;
}

function findItem(list: ListValue, key: Value): Result | undefined {
  const index = indexOf(key);
  if (index instanceof EvaluationError) return index;
  if (index < 0 || index >= list.size) return undefined;
  const item = itemAt(list, key, Number(index));
  return item instanceof EvaluationError ? new WrongItem(item) : item;
}

/**
 * Returns an item of a list. As in Kubernetes, an index into a list with a schema must be an int;
 * for an index of any other type, returns an error.
 */
function itemAt(list: ListValue, key: Value, index: number): Result {
  return typeof key !== "bigint" && list instanceof AtomicList
    ? new EvaluationError(`unsupported index: ${printed(key)}`)
    : list.at(index);
}

function indexOf(key: Value): bigint | EvaluationError {
  if (typeof key === "bigint") return key;
  const whole =
    key instanceof CELUint ? key.value : typeof key === "number" && Number.isInteger(key) ? BigInt(key) : undefined;
  if (whole !== undefined && BigInt.asIntN(64, whole) === whole) return whole;
  const isNumber = typeof key === "number" || key instanceof CELUint;
  return new EvaluationError(
    isNumber
      ? `unsupported index value ${printed(key)} in list`
      : `unsupported index type '${typeOfValue(key).name}' in list`,
  );
}

/**
 * Returns a field of an object, a value of a map, or an item of a list, or an error if there is
 * none.
 */
export function selectPart(container: Result, key: Value): Result {
  const found = find(container, key);
  if (found !== undefined) return found;
  return new EvaluationError(
    container instanceof ListValue ? `index out of bounds: ${printed(key)}` : `no such key: ${printed(key)}`,
  );
}
