import { changedMap, NumberLiteral, type JSONValue } from "@apimachinery/runtime";

type JSONRecord = Readonly<Record<string, JSONValue>>;

/**
 * Applies a JSON merge patch (RFC 7396) and returns the result: null removes a key, objects are
 * merged, and every other value replaces the old value. As in the library of Kubernetes, nulls are
 * also removed from objects inside lists, unless the list replaces an object. The arguments are not
 * changed, and the result can share parts with both.
 */
export function mergePatch(target: JSONValue | undefined, patch: JSONValue): JSONValue {
  if (!isRecord(patch)) return isRecord(target) ? patch : withoutNulls(patch);
  if (!isRecord(target)) return withoutNulls(patch);
  // The object is copied only before its first change, because a copy of 100,000 entries is
  // expensive.
  let copy: Record<string, JSONValue> | undefined;
  for (const key of Object.keys(patch)) {
    const value = patch[key] ?? null;
    const before = Object.hasOwn(target, key) ? target[key] : undefined;
    if (value === null) {
      if (before !== undefined) Reflect.deleteProperty((copy ??= { ...target }), key);
      continue;
    }
    const after = mergePatch(before, value);
    if (after !== before) set((copy ??= { ...target }), key, after);
  }
  return copy ?? target;
}

/**
 * Returns a value in which properties with the value null are removed from objects. Null items of
 * lists are kept.
 */
function withoutNulls(value: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  return changedMap(value, (item) => (item === null ? undefined : withoutNulls(item)));
}

/** Sets a property. For the name `__proto__`, an assignment would not create a property. */
function set(object: Record<string, JSONValue>, key: string, value: JSONValue): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

function isRecord(value: JSONValue | undefined): value is Record<string, JSONValue> & JSONRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral);
}
