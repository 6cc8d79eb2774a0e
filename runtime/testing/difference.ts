import { isBranch, jsonEqual } from "../json/values.js";

/**
 * First path at which two values differ. `left` and `right` are the values at this path, or
 * undefined if absent.
 */
export interface ValueDifference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/**
 * Returns the first difference of two JSON values; undefined if they are equal. The order of keys
 * does not matter. A key whose value is undefined counts as present.
 */
export function firstDifference(left: unknown, right: unknown): ValueDifference | undefined {
  // Only differing values need a path. Computing the path of every value would be slow.
  return jsonEqual(left, right) ? undefined : locate(left, right, "");
}

function locate(left: unknown, right: unknown, path: string): ValueDifference | undefined {
  if (Object.is(left, right)) return undefined;
  if (!isBranch(left) || !isBranch(right) || Array.isArray(left) !== Array.isArray(right)) return { path, left, right };
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) {
    const place = childPath(path, key, Array.isArray(left));
    if (Object.hasOwn(left, key) !== Object.hasOwn(right, key)) {
      return {
        path: place,
        left: Object.getOwnPropertyDescriptor(left, key)?.value as unknown,
        right: Object.getOwnPropertyDescriptor(right, key)?.value as unknown,
      };
    }
    const difference = locate(left[key], right[key], place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/**
 * Returns the path in `right` of the first object or list that `left` also contains (the same
 * reference, not an equal copy); undefined if none.
 */
export function firstShared(left: unknown, right: unknown): string | undefined {
  const branches = new Set<unknown>();
  collect(left, branches);
  return findShared(right, branches, []);
}

function collect(value: unknown, branches: Set<unknown>): void {
  if (!isBranch(value)) return;
  branches.add(value);
  for (const key of Object.keys(value)) collect(value[key], branches);
}

function findShared(
  value: unknown,
  branches: ReadonlySet<unknown>,
  way: (readonly [key: string, isIndex: boolean])[],
): string | undefined {
  if (!isBranch(value)) return undefined;
  if (branches.has(value)) return way.reduce((path, [key, isIndex]) => childPath(path, key, isIndex), "");
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (!isBranch(child)) continue;
    way.push([key, isList]);
    const shared = findShared(child, branches, way);
    if (shared !== undefined) return shared;
    way.pop();
  }
  return undefined;
}

function childPath(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}
