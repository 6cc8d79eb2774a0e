import * as fc from "fast-check";
import type { Embedded, TypeMeta } from "../meta/v1/types.js";

/**
 * Returns an arbitrary of objects that have the required keys and a random choice of the other
 * keys. Keys that were not chosen are absent, not undefined. The prototype is Object.prototype.
 */
export function record<T>(
  model: { readonly [K in keyof T]: fc.Arbitrary<Exclude<T[K], undefined>> },
  required: readonly (keyof T)[] = [],
): fc.Arbitrary<T> {
  return fc.record<object>(model, { requiredKeys: [...required] as never[], noNullPrototype: true }) as fc.Arbitrary<T>;
}

/**
 * Returns an arbitrary for a field of type `Embedded<T>`: objects in which apiVersion and kind can
 * be absent.
 */
export function embeddedOf<T extends TypeMeta>(values: fc.Arbitrary<T>): fc.Arbitrary<Embedded<T>> {
  return fc.tuple(values, fc.boolean(), fc.boolean()).map(([value, hasVersion, hasKind]) => {
    const { apiVersion, kind, ...rest } = value;
    return { ...(hasVersion ? { apiVersion } : {}), ...(hasKind ? { kind } : {}), ...rest };
  });
}

/**
 * Returns an arbitrary for an optional field with the marker `+omitzero`: undefined instead of a
 * zero value.
 */
export function arbitraryOmitZero<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return values.map((value) => (isZero(value) ? undefined : value));
}

const zeros: ReadonlySet<unknown> = new Set([undefined, null, false, 0, "", "0", "0s"]);

/**
 * Reports whether a value can be the zero of its type. The type is unknown here, so the zeros of
 * all types are accepted, such as `"0"` for quantities.
 */
function isZero(value: unknown): boolean {
  return zeros.has(value) || (typeof value === "object" && Object.values(value as object).every(isZero));
}
