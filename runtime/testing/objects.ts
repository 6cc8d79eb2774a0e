import * as fc from "fast-check";
import type { Embedded, TypeMeta } from "../meta/v1/types.js";

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
export function arbitraryOmitZero<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
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
