/**
 * Returns a function that calls `make` only once for each object and stores the result. The objects
 * must never change. Objects of the model are frozen.
 */
export function once<Of extends object, T extends object | boolean>(make: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, T>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = make(of);
    known.set(of, made);
    return made;
  };
}

/** Returns a function that calls `make` on its first call, and later returns the same value. */
export function lazily<T>(make: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: make() }).value;
}
