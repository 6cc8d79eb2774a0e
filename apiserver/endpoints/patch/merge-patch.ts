import type { JSONValue } from "@apimachinery/runtime";

type JSONRecord = Readonly<Record<string, JSONValue>>;

/**
 * Applies a JSON merge patch (RFC 7386): null removes a key, objects are merged, all else replaces. As Kubernetes' library does, nulls
 * are removed from the objects inside lists too, unless the list replaces an object. Mutates nothing.
 */
export function mergePatch(target: JSONValue | undefined, patch: JSONValue): JSONValue {
  if (!isRecord(patch)) return isRecord(target) ? patch : withoutNulls(patch);
  const result = new Map<string, JSONValue>(isRecord(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  // Unlike assignment, this makes a key `__proto__` data like any other.
  return Object.fromEntries(result);
}

/** The items of a list stay, also null. */
function withoutNulls(value: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

function isRecord(value: JSONValue | undefined): value is Record<string, JSONValue> & JSONRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
