import { isBranch } from "../values.js";

/**
 * Reports whether two values are equal for an update: an absent list equals an empty one (Go:
 * equality.Semantic.DeepEqual). The order of the keys in a map does not matter.
 */
export function semanticEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isBranch(left)) return left === undefined && isEmptyList(right);
  if (!isBranch(right)) return right === undefined && isEmptyList(left);
  if (Array.isArray(left)) return Array.isArray(right) && areEqualLists(left, right);
  if (Array.isArray(right)) return false;
  const keys = Object.keys(left);
  for (const key of keys) if (!semanticEqual(left[key], own(right, key))) return false;
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key) && !semanticEqual(undefined, right[key])) return false;
  }
  return true;
}

/** Reports whether two maps are equal; an absent map and an empty one are the same. */
export function equalMaps(left: object | undefined, right: object | undefined): boolean {
  return semanticEqual(left ?? none, right ?? none);
}

/** Reports whether the given properties have semantically equal values in two objects. */
export function equalIn<T extends object>(left: T, right: T, names: readonly (keyof T)[]): boolean {
  for (const name of names) if (!semanticEqual(left[name], right[name])) return false;
  return true;
}

const none: Readonly<Record<string, unknown>> = {};

function own(source: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function areEqualLists(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (!semanticEqual(left[at], right[at])) return false;
  return true;
}
