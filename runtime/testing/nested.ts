import * as fc from "fast-check";

/** How often a value may stand inside another one of its type. */
const maxDepth = 2;

/** An arbitrary that is made when it is first needed, so that one can be part of itself. */
export function lazy<T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> {
  let made: fc.Arbitrary<T> | undefined;
  return fc.constant(undefined).chain(() => (made ??= make()));
}

/**
 * A field whose value may hold values of the type that it is a field of: absent where those are
 * nested deep enough.
 */
export function nested<T>(type: string, make: () => fc.Arbitrary<T>): fc.Arbitrary<T | undefined>;
/** @param empty what the field holds where values are nested deep enough */
export function nested<T>(type: string, make: () => fc.Arbitrary<T>, empty: NoInfer<T>): fc.Arbitrary<T>;
export function nested<T>(type: string, make: () => fc.Arbitrary<T>, empty?: T): fc.Arbitrary<T | undefined> {
  return oneOfNested(type, fc.constant(empty), lazy(make));
}

/**
 * One of several values; the first, which must not hold others of the same type, where those are
 * nested deep enough.
 */
export function oneOfNested<T extends readonly unknown[]>(
  type: string,
  ...values: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }
): fc.Arbitrary<T[number]> {
  return fc.oneof({ maxDepth, depthIdentifier: type, withCrossShrink: true }, ...values);
}
