/** Returns a function that computes a value once. */
export function lazily<T>(make: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: make() }).value;
}
