/**
 * Type of a shared object. The object must not be changed at any depth. `copyOf` and generated
 * `DeepCopy_` functions return a copy that can be changed.
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
  // The cast is safe: only the caller has the clone.
  return structuredClone(object) as DeepWritable<T>;
}

/** Freezes an object at any depth. Changing the frozen object throws a TypeError. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
}
