import * as fc from "fast-check";
import type { Embedded, TypeMeta } from "../meta/v1/types.js";
import { ObjectArbitrary, type FieldArbitrary } from "./object-arbitrary.js";

type OptionalKeys<T> = { [K in keyof T]-?: T extends Record<K, T[K]> ? never : K }[keyof T];
type RequiredFields<T> = { readonly [K in Exclude<keyof T, OptionalKeys<T>>]: fc.Arbitrary<T[K]> };
type OptionalFields<T> = { readonly [K in OptionalKeys<T>]-?: fc.Arbitrary<T[K] | undefined> };

/**
 * Returns an arbitrary of objects with all required fields and any of the optional fields. An
 * absent property is missing; its value is not undefined. The compiler checks that the caller lists
 * every field.
 */
export function objectOf<T>(
  required: RequiredFields<T>,
  ...[optional]: keyof OptionalFields<T> extends never ? [] : [OptionalFields<T>]
): fc.Arbitrary<T> {
  const fields = [
    ...Object.entries<fc.Arbitrary<unknown>>(required).map((entry) => field(entry, false)),
    ...Object.entries<fc.Arbitrary<unknown>>(optional ?? {}).map((entry) => field(entry, true)),
  ];
  return new ObjectArbitrary(fields) as fc.Arbitrary<unknown> as fc.Arbitrary<T>;
}

function field([name, values]: readonly [string, fc.Arbitrary<unknown>], optional: boolean): FieldArbitrary {
  return { name, values, optional: optional && !generated.has(values) };
}

/** Arbitraries of optional fields that every object contains. */
const generated = new WeakSet<fc.Arbitrary<unknown>>();

/**
 * Returns an arbitrary for an optional field that is never left out, because rules of the object
 * decide about it.
 */
export function always<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  const own = values.map((value) => value);
  generated.add(own);
  return own;
}

/**
 * Returns an arbitrary of objects for a field of type `Embedded<T>`: apiVersion and kind can be
 * absent.
 */
export function embeddedOf<T extends TypeMeta>(values: fc.Arbitrary<T>): fc.Arbitrary<Embedded<T>> {
  return fc.tuple(values, fc.boolean(), fc.boolean()).map(([value, hasVersion, hasKind]) => {
    const { apiVersion, kind, ...rest } = value;
    return { ...(hasVersion ? { apiVersion } : {}), ...(hasKind ? { kind } : {}), ...rest };
  });
}

/** Returns an arbitrary for an optional field with `+omitzero`: zeros become undefined. */
export function omitZero<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return values.map((value) => (isZero(value) ? undefined : value));
}

const zeros: ReadonlySet<unknown> = new Set([undefined, null, false, 0, "", "0", "0s"]);

/**
 * Reports whether a value can be the zero of its type. The function does not know the type, so it
 * accepts the zeros of all types, such as `"0"` for quantities.
 */
function isZero(value: unknown): boolean {
  return zeros.has(value) || (typeof value === "object" && Object.values(value as object).every(isZero));
}
