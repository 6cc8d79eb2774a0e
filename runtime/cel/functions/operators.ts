/**
 * @file The functions with one implementation for all of their overloads, as in cel-go. Their
 * results depend on the values only.
 */
import { countCharacters } from "../../util/text-length.js";
import { metaType } from "../types/type.js";
import { CELBytes, CELType } from "../values/classes.js";
import * as arithmetic from "../values/arithmetic.js";
import { printed, typeOfValue } from "../values/describe.js";
import { equal, noSuchOverload, compare, isOrdered } from "../values/equality.js";
import { containsItem } from "../values/lists.js";
import { parsedBy } from "../values/attempt.js";
import { compiledPattern } from "./patterns.js";
import { flattened, sortedBy } from "./list-extensions.js";
import { EvaluationError, ListValue, MapValue, type Implementation, type Result, type Value } from "../values/value.js";

function comparison(name: string, accepts: (order: number) => boolean): Implementation {
  return (a, b) => {
    if (!isOrdered(a)) return arithmetic.unsupportedOperand(name, a);
    const order = compare(a, b);
    return typeof order === "number" ? accepts(order) : order;
  };
}

function size(value: Value): Result {
  if (typeof value === "string") return BigInt(countCharacters(value));
  if (value instanceof ListValue || isMap(value)) return BigInt(value.size);
  return value instanceof CELBytes ? BigInt(value.value.length) : arithmetic.unsupportedOperand("size", value);
}

function isMap(value: Value): value is MapValue {
  return value instanceof MapValue && value.objectType === undefined;
}

function matches(text: Value, regularExpression: Value): Result {
  if (typeof text !== "string") return arithmetic.unsupportedOperand("matches", text);
  if (typeof regularExpression !== "string") return noSuchOverload;
  return parsedBy(() => compiledPattern(regularExpression).matches(text));
}

function contains(value: Value, container: Value): Result {
  if (isMap(container)) {
    const found = container.get(value);
    return found instanceof EvaluationError ? found : found !== undefined;
  }
  return container instanceof ListValue ? containsItem(container, value) : noSuchOverload;
}

/**
 * Returns the function that sorts a list by keys. By default, the items themselves are the keys.
 */
function sort(name: string): Implementation {
  return (list, keys = list) => {
    if (!(list instanceof ListValue)) return arithmetic.unsupportedOperand(name, list);
    return keys instanceof ListValue ? sortedBy(list, keys) : noSuchOverload;
  };
}

/**
 * Flattens a list. Unlike the errors of other functions, the error for wrong arguments prints types
 * with their parameters, such as `list(dyn)`.
 */
function flatten(list: Value, depth?: Value): Result {
  if (list instanceof ListValue && (depth === undefined || typeof depth === "bigint")) return flattened(list, depth);
  const given = depth === undefined ? "" : typeText(depth);
  return new EvaluationError(`no such overload: ${typeText(list)}.flatten(${given})`);
}

function typeText(value: Value): string {
  return printed(new CELType(typeOfValue(value)));
}

/** The functions by their names. */
export const operators: Readonly<Record<string, Implementation>> = {
  "_+_": arithmetic.add,
  "_-_": arithmetic.subtract,
  "_*_": arithmetic.multiply,
  "_/_": arithmetic.divide,
  "_%_": arithmetic.modulo,
  "-_": arithmetic.negate,
  "_==_": equal,
  "_!=_": (a, b) => equal(a, b) !== true,
  "!_": (value) => (typeof value === "boolean" ? !value : noSuchOverload),
  "_<_": comparison("_<_", (order) => order < 0),
  "_<=_": comparison("_<=_", (order) => order <= 0),
  "_>_": comparison("_>_", (order) => order > 0),
  "_>=_": comparison("_>=_", (order) => order >= 0),
  "@in": contains,
  size,
  matches,
  flatten,
  sort: sort("sort"),
  "@sortByAssociatedKeys": sort("@sortByAssociatedKeys"),
  type: (value) => new CELType(value instanceof CELType ? metaType : typeOfValue(value)),
  dyn: (value) => value,
  // The argument may be an error, see evaluate/emit.ts.
  "@not_strictly_false": (value) => value !== false,
};
