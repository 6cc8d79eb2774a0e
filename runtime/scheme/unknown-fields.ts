import { setOwn } from "../json/values.js";

/**
 * Adds to a converted object the unknown fields of its source, and returns it. The object is not
 * changed if it is the source itself.
 * @param known the names of the fields that the types of the source and of the object have
 */
export function keepUnknown<T extends object>(source: object, object: T, known: readonly string[]): T {
  for (const [name, value] of Object.entries(source))
    // Assertion: types without an index signature have no type for other fields.
    if (!known.includes(name) && source !== object) setOwn(object as Record<string, unknown>, name, value);
  return object;
}

/** Returns an object without unknown fields; the object itself if it has none. */
export function dropUnknown<T extends object>(object: T, known: readonly string[]): T {
  const entries = Object.entries(object);
  const kept = entries.filter(([name]) => known.includes(name));
  // Assertion: entries have no types of their names.
  return kept.length === entries.length ? object : (Object.fromEntries(kept) as T);
}
