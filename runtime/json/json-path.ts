import { isObject } from "./values.js";
import type { JSONValue } from "../values/types.js";

/**
 * A parsed JSONPath in kubectl's dialect, without templates. A string selects a property. A number
 * selects a list item; negative numbers count from the end.
 */
export type JSONPath = readonly JSONPathStep[];

export type JSONPathStep =
  | string
  | number
  /** Selects all items of a list, or all values of a map. */
  | { readonly each: "child" }
  /** Selects the value itself and all nested values. */
  | { readonly each: "descendant" }
  /**
   * Selects a range of list items, as a Python slice does: first index, exclusive end, and step.
   */
  | { readonly slice: readonly [from: number | null, to: number | null, step: number | null] }
  /** Selects the results of several paths, in the order of these paths. */
  | { readonly anyOf: JSONPath }
  | { readonly where: JSONPathCondition };

/**
 * Selects the list items in which `path` selects a value. If `is` is set, this value must also
 * compare to `value` with the operator `is`: for `<`, it must be less than `value`.
 */
export interface JSONPathCondition {
  readonly path: JSONPath;
  readonly is?: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly value?: string | number | boolean;
}

/**
 * Returns the values that a path selects, in the order in which the steps of the path select them.
 * A missing property or item selects nothing.
 */
export function findByPath(value: unknown, path: JSONPath): readonly JSONValue[] {
  let found: readonly unknown[] = [value];
  for (const step of path) found = found.flatMap((at) => follow(at, step));
  // The cast is safe, because all results are contained in a JSON value.
  return found as readonly JSONValue[];
}

function follow(value: unknown, step: JSONPathStep): readonly unknown[] {
  if (typeof step === "string") return isObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
  if (typeof step === "number")
    return Array.isArray(value) ? value.slice(step, step === -1 ? undefined : step + 1) : [];
  if ("each" in step) return step.each === "child" ? children(value) : descendants(value);
  if ("slice" in step) return Array.isArray(value) ? sliced(value, ...step.slice) : [];
  if ("anyOf" in step) return step.anyOf.flatMap((one) => follow(value, one));
  return Array.isArray(value) ? value.filter((item) => holds(item, step.where)) : [];
}

function children(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function descendants(value: unknown): readonly unknown[] {
  return [value, ...children(value).flatMap(descendants)];
}

function sliced(
  list: readonly unknown[],
  from: number | null,
  to: number | null,
  step: number | null,
): readonly unknown[] {
  return list.slice(from ?? 0, to ?? undefined).filter((_, index) => index % (step ?? 1) === 0);
}

function holds(item: unknown, { path, is, value }: JSONPathCondition): boolean {
  const [found] = findByPath(item, path);
  if (is === undefined || value === undefined) return found !== undefined;
  if (is === "!=") return found !== undefined && found !== value;
  if (is === "==") return found === value;
  if (typeof found === "number" && typeof value === "number") return compares(found, is, value);
  return typeof found === "string" && typeof value === "string" && compares(found, is, value);
}

function compares<T extends string | number>(left: T, is: "<" | "<=" | ">" | ">=", right: T): boolean {
  if (is === "<") return left < right;
  if (is === "<=") return left <= right;
  return is === ">" ? left > right : left >= right;
}
