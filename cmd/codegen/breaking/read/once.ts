/** Returns a function that calls `make` on its first call, and later returns the same value. */
export function lazily<T>(make: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: make() }).value;
}
