/** Returns a function that calls `make` only once, unless it throws. */
export function callOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
