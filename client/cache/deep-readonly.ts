/**
 * Type of an object that is shared by several readers. Neither the object nor its nested objects
 * may be changed. `copyOf` and generated `DeepCopy_` functions return a copy that can be changed.
 */
export type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** Removes `readonly` from a type at any depth; the opposite of DeepReadonly. */
export type DeepWritable<T> = T extends readonly (infer E)[]
  ? DeepWritable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: DeepWritable<T[K]> }
    : T;

/** Returns a copy of a JSON object that can be changed. */
export function copyOf<T>(object: T): DeepWritable<T> {
  // The cast is safe: no other code has a reference to the clone.
  return structuredClone(object) as DeepWritable<T>;
}

/**
 * Freezes an object and all objects within it. Skips an object that is already frozen, with the
 * objects within it. Changing a frozen object throws a TypeError.
 */
export function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
}
