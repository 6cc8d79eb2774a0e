import * as fc from "fast-check";

/** Maximum nesting of values of one type. */
const maxDepth = 2;

/**
 * Returns an arbitrary that `make` creates when it is first used, so that it can contain itself.
 */
export function lazy<T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  let made: fc.Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => (made ??= make()));
}

/**
 * Returns the arbitrary of a value that can contain its own type.
 * @param empty the value at the maximum nesting
 */
export function nested<T>(depth: fc.DepthIdentifier, make: () => fc.Arbitrary<T>, empty: T): fc.Arbitrary<T> {
  return oneOfNested(depth, [fc.constant(empty), lazy(make)]);
}

/**
 * Returns an arbitrary that chooses one of several arbitraries. At the maximum nesting, it uses the
 * first of them, which must not contain its own type.
 */
export function oneOfNested<T>(depth: fc.DepthIdentifier, values: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ maxDepth, depthIdentifier: depth, withCrossShrink: true }, ...values);
}
