/**
 * Returns a function that calls `make` only once and returns its result. If `make` throws, it is
 * called again.
 */
export function callOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
