import * as fc from "fast-check";

/** Maximum nesting of values whose types contain themselves or each other. */
const maxDepth = 2;

/**
 * Returns an arbitrary that `make` creates only when a value is generated. A recursive type needs
 * this, because its arbitrary contains itself.
 */
export function lazy<T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  let made: fc.Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => (made ??= make()));
}

/**
 * Returns the arbitrary of a value whose type contains itself.
 * @param empty value that ends the recursion at the maximum depth
 */
export function nested<T>(depth: fc.DepthIdentifier, make: () => fc.Arbitrary<T>, empty: T): fc.Arbitrary<T> {
  return oneOfNested(depth, [fc.constant(empty), lazy(make)]);
}

/**
 * Returns an arbitrary that chooses one of several arbitraries. At the maximum depth, it always
 * chooses the first, which must therefore not be recursive.
 */
export function oneOfNested<T>(depth: fc.DepthIdentifier, values: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof({ maxDepth, depthIdentifier: depth, withCrossShrink: true }, ...values);
}
