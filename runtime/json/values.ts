import type { JSONObject, JSONValue } from "../values/types.js";
import { stringifyJSON } from "./write-json.js";

/** @file Helpers for JSON values and object literals. A key can be any string, even `__proto__`. */

/**
 * Sets an own property of an object. An assignment to `__proto__` would change the prototype
 * instead.
 */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
  else target[key] = value;
}

/**
 * Returns the value of an own property; undefined for an inherited property, such as `constructor`.
 */
export function getOwn<T>(source: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}

/** Returns an own property of an object; undefined if the value is not an object. */
export function ownMember(value: unknown, key: string): unknown {
  return isObject(value) ? getOwn(value, key) : undefined;
}

/** Reports whether every object inherits a property of this name, such as `toString`. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/** Reports whether a value is an object or a list. */
export function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Reports whether a value is an object that is not a list. */
export function isObject(value: JSONValue | undefined): value is JSONObject;
export function isObject(value: unknown): value is Record<string, unknown>;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a number or a `bigint`. */
export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/**
 * Reports whether a value is a list. Unlike `Array.isArray`, also narrows the type of a value to a
 * readonly list.
 */
export function isReadonlyList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value);
}

/** Returns a map with the same keys and converted values. */
export function mapValues<A, B>(map: { readonly [key: string]: A }, convert: (value: A) => B): Record<string, B> {
  // The spread copies all keys in one fast operation. The loop then replaces every value.
  const out: Record<string, A | B> = { ...map };
  for (const key of Object.keys(out)) setOwn(out, key, convert(out[key] as A));
  return out as Record<string, B>;
}

/**
 * Replaces the values of a map by the results of `change`. A key for which `change` returns
 * undefined is removed. Returns the same map if nothing changes, and otherwise a new map.
 */
export function changedMap<T>(
  map: { readonly [key: string]: T },
  change: (value: T) => T | undefined,
): { readonly [key: string]: T } {
  let changed: Map<string, T> | undefined;
  for (const key in map) {
    const value = map[key] as T;
    const next = change(value);
    if (next === value) continue;
    changed ??= new Map(Object.entries(map));
    if (next === undefined) changed.delete(key);
    else changed.set(key, next);
  }
  return changed === undefined ? map : Object.fromEntries(changed);
}

/**
 * Returns a deep copy of a JSON value. Functions are not copied; the copy shares them with the
 * original.
 */
export function deepCopyJSON<T>(value: T): T;
export function deepCopyJSON(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as unknown[]).map((item) => deepCopyJSON(item));
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) {
    const child = copy[key];
    if (typeof child === "object" && child !== null) setOwn(copy, key, deepCopyJSON(child));
  }
  return copy;
}

/**
 * Reports whether two JSON values are equal. The order of keys does not matter. A key whose value
 * is undefined counts as present.
 *
 * @param equatesZeros true if 0 and -0 are equal. Default: false
 */
export function jsonEqual(left: unknown, right: unknown, equatesZeros = false): boolean {
  if (Object.is(left, right) || (equatesZeros && left === right)) return true;
  if (!isBranch(left) || !isBranch(right)) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let at = 0; at < left.length; at++) if (!jsonEqual(left[at], right[at], equatesZeros)) return false;
    return true;
  }
  if (Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys)
    if (!Object.hasOwn(right, key) || !jsonEqual(left[key], right[key], equatesZeros)) return false;
  return true;
}

/**
 * Returns a value as JSON, byte for byte as Go's encoder prints it: `<`, `>`, `&`, U+2028 and
 * U+2029 in strings are escaped as `\u003c` and so on, which is safe inside HTML and JavaScript.
 * Each `bigint` is printed with all digits.
 *
 * @param indent number of spaces per level. Default: the JSON is one line
 */
export function jsonText(value: object | string | number | boolean | null, indent?: number): string {
  return escapeHTML(stringifyJSON(value, indent));
}

/**
 * Escapes characters with a special meaning in HTML or JavaScript. `includes` is ten times as fast
 * as a regular expression, and most strings have nothing to escape.
 */
function escapeHTML(json: string): string {
  const isSafe =
    !json.includes("<") &&
    !json.includes(">") &&
    !json.includes("&") &&
    !json.includes("\u2028") &&
    !json.includes("\u2029");
  return isSafe
    ? json
    : json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

type OptionalKeys<T> = { [K in keyof T]-?: T extends Record<K, T[K]> ? never : K }[keyof T];

/** The type T, but its optional properties also accept undefined. */
export type Loose<T> = { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & {
  readonly [K in OptionalKeys<T>]?: T[K] | undefined;
};

/**
 * Returns an object without its undefined properties. Use it for literals whose optional properties
 * can be undefined.
 *
 * @example
 * const spec: PodSpec = defined({ nodeName, hostname: input.hostname });
 */
export function defined<T extends object>(literal: Loose<T>): T;
export function defined(literal: object): object {
  return Object.fromEntries(Object.entries(literal).filter(([, value]) => value !== undefined));
}

/**
 * Returns the fallback if the value is absent or the zero of its type. A union of literals can have
 * the value `""` after decoding, although its type does not have it.
 *
 * @example
 * obj.protocol = orDefault(obj.protocol, "TCP");
 */
export function orDefault<T extends string | number | boolean>(value: T | undefined, fallback: NoInfer<T>): T {
  return value || fallback;
}

/** Returns a copy of an object without some of its properties. */
export function omit<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const rest = Object.entries(object).filter(([name]) => !names.some((one) => one === name));
  // TypeScript cannot derive the names of the remaining properties, so a cast is needed.
  return Object.fromEntries(rest) as Omit<T, K>;
}
