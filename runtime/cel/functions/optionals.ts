import { listOf } from "../values/collections.js";
import { printed } from "../values/describe.js";
import { EvaluationError, ListValue, MapValue, type Result, type Value } from "../values/value.js";
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELUint } from "../values/classes.js";
import { withoutImplementations, type Functions } from "./declaration.js";

const none = new CELOptional<Result>();

/** The functions of optional values. */
export const optionalFunctions: Functions = {
  // The planner implements these.
  ...withoutImplementations([
    "select_optional_field = _?._(dyn, string): optional_type(V)",
    "list_optindex_optional_int = _[?_](list(V), int): optional_type(V)",
    "optional_list_optindex_optional_int = _[?_](optional_type(list(V)), int): optional_type(V)",
    "map_optindex_optional_value = _[?_](map(K, V), K): optional_type(V)",
    "optional_map_optindex_optional_value = _[?_](optional_type(map(K, V)), K): optional_type(V)",
    "optional_list_index_int = _[_](optional_type(list(V)), int): optional_type(V)",
    "optional_map_index_value = _[_](optional_type(map(K, V)), K): optional_type(V)",
    "optional_or_optional = (optional_type(V)).or(optional_type(V)): optional_type(V)",
    "optional_orValue_value = (optional_type(V)).orValue(V): V",
  ]),
  "list_first = (list(V)).first(): optional_type(V)": (items: ListValue) => itemAt(items, 0),
  "optional_hasValue = (optional_type(V)).hasValue(): bool": ({ value }: Optional) => value !== undefined,
  "list_last = (list(V)).last(): optional_type(V)": (items: ListValue) => itemAt(items, items.size - 1),
  "optional_none = optional.none(): optional_type(V)": () => none,
  "optional_of = optional.of(V): optional_type(V)": (value: Value) => new CELOptional<Result>(value),
  "optional_ofNonZeroValue = optional.ofNonZeroValue(V): optional_type(V)": (value: Value) =>
    isZero(value) ? none : new CELOptional<Result>(value),
  "optional_unwrap = optional.unwrap(list(optional_type(V))): list(V)": unwrapped,
  "optional_unwrapOpt = (list(optional_type(V))).unwrapOpt(): list(V)": unwrapped,
  "optional_value = (optional_type(V)).value(): V": ({ value }: Optional) =>
    value === undefined ? new EvaluationError("optional.none() dereference") : value,
};

type Optional = CELOptional<Result>;

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
