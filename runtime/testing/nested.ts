import * as fc from "fast-check";

/** Maximum nesting of values of one type. */
const maxDepth = 2;

/** Returns an arbitrary that `make` creates at its first use, so that it can contain itself. */
export function lazy<T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  let made: fc.Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => (made ??= make()));
}

/**
 * Returns the arbitrary of an optional field that can contain its own type. At the maximum nesting,
 * the field is absent.
 */
export function nested<T>(type: string, make: () => fc.Arbitrary<T>): fc.Arbitrary<T | undefined>;
/** @param empty value of the field at the maximum nesting */
export function nested<T>(type: string, make: () => fc.Arbitrary<T>, empty: NoInfer<T>): fc.Arbitrary<T>;
export function nested<T>(type: string, make: () => fc.Arbitrary<T>, empty?: T): fc.Arbitrary<T | undefined> {
  return oneOfNested(type, fc.constant(empty), lazy(make));
}

/**
 * Returns an arbitrary that chooses one of several arbitraries. At the maximum nesting, it uses the
 * first of them, which must not contain its own type.
 */
export function oneOfNested<T extends readonly unknown[]>(
  type: string,
  ...values: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }
): fc.Arbitrary<T[number]> {
  return fc.oneof({ maxDepth, depthIdentifier: type, withCrossShrink: true }, ...values);
}
