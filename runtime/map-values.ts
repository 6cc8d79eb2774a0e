/**
 * A map with the same keys and converted values. Keys are defined, not assigned, so that
 * `__proto__` stays data.
 */
export function mapValues<A, B>(map: { readonly [key: string]: A }, convert: (value: A) => B): Record<string, B> {
  // The copy takes the keys over in one step; every value is replaced below.
  const out: Record<string, A | B> = { ...map };
  for (const key of Object.keys(out)) {
    const value = convert(out[key] as A);
    if (key === "__proto__")
      Object.defineProperty(out, key, { value, configurable: true, enumerable: true, writable: true });
    else out[key] = value;
  }
  return out as Record<string, B>;
}
