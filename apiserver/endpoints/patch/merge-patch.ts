import type { JSONValue } from "@apimachinery/runtime";

type JSONRecord = Readonly<Record<string, JSONValue>>;

/** Applies a JSON merge patch (RFC 7386): null takes a key away, objects are merged, all else replaces. Mutates nothing. */
export function mergePatch(target: JSONValue | undefined, patch: JSONValue): JSONValue {
  if (!isRecord(patch)) return patch;
  const result = new Map<string, JSONValue>(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  // Unlike assignment, this makes a key `__proto__` data like any other.
  return Object.fromEntries(result);
}

function isRecord(value: JSONValue | undefined): value is Record<string, JSONValue> & JSONRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
