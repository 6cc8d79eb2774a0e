import { setOwn } from "../json/values.js";

/**
 * Copies the unknown fields of a source object to the converted object, and returns the converted
 * object. Does nothing if both are the same object.
 * @param known names of the fields that the types of the two objects declare
 */
export function keepUnknown<T extends object>(source: object, object: T, known: readonly string[]): T {
  for (const [name, value] of Object.entries(source))
    // The cast is needed, because the type of the object does not declare unknown fields.
    if (!known.includes(name) && source !== object) setOwn(object as Record<string, unknown>, name, value);
  return object;
}

/** Returns an object without its unknown fields. Returns the object itself if it has none. */
export function dropUnknown<T extends object>(object: T, known: readonly string[]): T {
  const entries = Object.entries(object);
  const kept = entries.filter(([name]) => known.includes(name));
  // The cast is safe, because the remaining fields are those that the type declares.
  return kept.length === entries.length ? object : (Object.fromEntries(kept) as T);
}
