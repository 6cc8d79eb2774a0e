/**
 * @file Converts values to keys of JavaScript maps. These keys are equal if Go's map keys are
 * equal.
 */
import { CELBytes, CELDuration, CELOptional, CELTimestamp, CELType, CELUint } from "./classes.js";
import { Panic } from "../base/ended.js";
import { EvaluationError, OpaqueValue, type JSONInput, type Result } from "./value.js";

/**
 * The key of a value in a JavaScript map. A value that does not equal any other value has a new
 * object as its key.
 */
export type HashKey = string | object;

/** Returns the key of a scalar. Values of different types have different keys. */
export function scalarKey(value: Result): HashKey {
  if (value instanceof EvaluationError) return {};
  if (typeof value === "object" && value !== null) return objectKey(value);
  return `${typeof value} ${String(value)}`;
}

function objectKey(value: Exclude<Result, EvaluationError> & object): HashKey {
  if (value instanceof CELUint) return `uint ${String(value.value)}`;
  if (value instanceof CELDuration) return `duration ${String(value.nanoseconds)}`;
  if (value instanceof CELTimestamp) return timeKey(value);
  if (value instanceof CELBytes) return `bytes ${value.value.join(" ")}`;
  if (value instanceof CELType) return `type ${value.name}`;
  if (value instanceof CELOptional) return value.value === undefined ? "none" : value;
  return value instanceof OpaqueValue && comparable.includes(value.type.name)
    ? `${value.type.name} ${value.toString()}`
    : value;
}

/**
 * The opaque types whose values Go compares as map keys. For other opaque types, Go compares
 * pointers.
 */
const comparable: readonly string[] = ["net.IP", "net.CIDR"];

/**
 * Returns the key of a time. In Go, time zones with the same offset are equal only if the offset is
 * a whole number of hours from -12 to 14.
 */
function timeKey({ nanoseconds, offset }: CELTimestamp): HashKey {
  const isShared = offset % 3600 === 0 && offset >= -12 * 3600 && offset <= 14 * 3600;
  return isShared ? `time ${String(nanoseconds)} ${String(offset)}` : {};
}

/** The Go types of opaque values that cannot be keys of maps. */
const unhashableTypes: Readonly<Record<string, string>> = {
  "kubernetes.NamedFormat": "cel.Format",
  "kubernetes.Semver": "cel.Semver",
};

/**
 * Checks a value that becomes the key of a map, or that is searched in constants.
 *
 * @throws Panic for a value that Go cannot use as a key
 */
export function assertHashable(key: Result): void {
  if (typeof key !== "object" || key === null) return;
  const type = key instanceof OpaqueValue ? unhashableTypes[key.type.name] : undefined;
  if (type !== undefined) throw unhashable(type);
  if (key instanceof CELBytes) throw unhashable("types.Bytes");
}

/**
 * Checks the JSON values of a list item's key properties.
 *
 * @throws Panic for a list or an object
 */
export function assertHashableJSON(keys: readonly JSONInput[]): void {
  const key = keys.find((each) => typeof each === "object" && each !== null);
  if (key !== undefined) throw unhashable(Array.isArray(key) ? "[]interface {}" : "map[string]interface {}");
}

function unhashable(type: string): Panic {
  return new Panic(`runtime error: hash of unhashable type ${type}`);
}
