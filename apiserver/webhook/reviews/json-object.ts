import type { JSONObject, JSONValue } from "@apimachinery/runtime";

/** Reports whether a value is an object or a list. */
export function isJSONBranch(value: JSONValue | undefined): value is JSONObject | JSONValue[] {
  return typeof value === "object" && value !== null;
}

/** Reports whether a value is an object. */
export function isJSONObject(value: JSONValue | undefined): value is JSONObject {
  return isJSONBranch(value) && !Array.isArray(value);
}

/** Returns an own property of an object or an item of a list; undefined if it is missing. */
export function getOwnJSON(of: JSONObject | JSONValue[], key: string): JSONValue | undefined {
  return Object.hasOwn(of, key) ? (of as JSONObject)[key] : undefined;
}

/** Sets an own property. The name can also be `__proto__`. */
export function setOwnJSON(of: JSONObject, key: string, value: JSONValue): void {
  Object.defineProperty(of, key, { value, configurable: true, enumerable: true, writable: true });
}

/**
 * Returns a copy of an object in which one property has the same value as in `source`, or is
 * missing as in `source`.
 */
export function withPropertyOf(object: JSONObject, key: string, source: JSONObject): JSONObject {
  const value = getOwnJSON(source, key);
  if (value !== undefined) return { ...object, [key]: value };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
