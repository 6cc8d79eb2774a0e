/**
 * An object that others read, too: the compiler refuses to change it, at any depth. A copy of one's
 * own is made by `copyOf`, or by a generated `DeepCopy_` function.
 */
export type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** The opposite: what may be changed at any depth. */
export type DeepWritable<T> = T extends readonly (infer E)[]
  ? DeepWritable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: DeepWritable<T[K]> }
    : T;

/** A copy that may be changed, of an object of JSON values. */
export function copyOf<T>(object: T): DeepWritable<T> {
  // It is nobody else's.
  return structuredClone(object) as DeepWritable<T>;
}

/** Makes every change of an object throw a TypeError, at any depth, where it is tried. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
}
