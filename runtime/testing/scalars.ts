import * as fc from "fast-check";
import { nearestFloat32 } from "../util/float32.js";
import type {
  Duration,
  IntOrString,
  MicroTime,
  Quantity,
  Time,
  bytes,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  uint16,
  uint32,
  uint64,
  uint8,
} from "../values/types.js";
import { boundsOfKind } from "../decode/number-kinds.js";
import { canonicalString } from "../decode/text-formats.js";
import { knownSuffixes } from "../quantity/suffix.js";
import { encodeBytes } from "../values/bytes.js";
import type { NumberKind } from "../schema/schema.js";

/**
 * @file Arbitraries for the scalar types in types.ts, with the names of generated `Fuzz_`
 *   functions. All values are in canonical form.
 */

/**
 * Generates strings of all kinds. They include names that are special in JavaScript, such as
 * `__proto__`, and strings with blanks at both ends, which conversions that split or trim often
 * lose. Shrinking prefers ordinary strings.
 */
export function Fuzz_string(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string(),
    fc.string({ unit: "binary", maxLength: 6 }),
    // fast-check shrinks to the first constant, so the first is an ordinary string.
    fc.constantFrom("a", " a b ", "__proto__", "constructor", "toString", "1", '"\\\n'),
  );
}

export function Fuzz_boolean(): fc.Arbitrary<boolean> {
  return fc.boolean();
}

export const Fuzz_int8 = (): fc.Arbitrary<int8> => integer("int8");
export const Fuzz_int16 = (): fc.Arbitrary<int16> => integer("int16");
export const Fuzz_int32 = (): fc.Arbitrary<int32> => integer("int32");
/** Generates integers from -(2^53 - 1) to 2^53 - 1, the range that decoding accepts. */
export const Fuzz_int64 = (): fc.Arbitrary<int64> => integer("int64");
export const Fuzz_uint8 = (): fc.Arbitrary<uint8> => integer("uint8");
export const Fuzz_uint16 = (): fc.Arbitrary<uint16> => integer("uint16");
export const Fuzz_uint32 = (): fc.Arbitrary<uint32> => integer("uint32");
/** Generates integers from 0 to 2^53 - 1, the range that decoding accepts. */
export const Fuzz_uint64 = (): fc.Arbitrary<uint64> => integer("uint64");

/** Generates finite 32-bit numbers. Excludes minus zero, because decoding converts it to zero. */
export function Fuzz_float32(): fc.Arbitrary<float32> {
  return fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => nearestFloat32(value) + 0);
}

/** Generates finite numbers. Excludes minus zero, because decoding converts it to zero. */
export function Fuzz_float64(): fc.Arbitrary<float64> {
  return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
}

/**
 * Generates times between 1970 and 2200 with a precision of seconds. Excludes the zero time,
 * because an optional field cannot have it.
 */
export function Fuzz_Time(): fc.Arbitrary<Time> {
  return fc.integer({ min: 0, max: 7_258_118_399 }).map((second) => isoTime(second, ""));
}

/**
 * Generates times between 1970 and 2200 with a precision of microseconds. Excludes the zero time,
 * because an optional field cannot have it.
 */
export function Fuzz_MicroTime(): fc.Arbitrary<MicroTime> {
  return fc
    .tuple(fc.integer({ min: 0, max: 7_258_118_399 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([second, micro]) => isoTime(second, `.${String(micro).padStart(6, "0")}`));
}

export function Fuzz_Duration(): fc.Arbitrary<Duration> {
  const units = fc.constantFrom("ns", "us", "ms", "s", "m", "h");
  return fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), units)
    .map(([count, unit]) => canonicalString("Duration", `${String(count)}${unit}`));
}

export function Fuzz_Quantity(): fc.Arbitrary<Quantity> {
  const suffixes = fc.constantFrom(...knownSuffixes, "e3", "e-3");
  return fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), suffixes)
    .map(([count, suffix]) => canonicalString("Quantity", `${String(count)}${suffix}`));
}

export function Fuzz_bytes(): fc.Arbitrary<bytes> {
  return fc.uint8Array({ maxLength: 17 }).map(encodeBytes);
}

export function Fuzz_IntOrString(): fc.Arbitrary<IntOrString> {
  return fc.oneof(Fuzz_int32(), Fuzz_string());
}

export function numberOf(kind: NumberKind): fc.Arbitrary<number> {
  if (kind === "float64") return Fuzz_float64();
  return kind === "float32" ? Fuzz_float32() : integer(kind);
}

function integer(kind: NumberKind): fc.Arbitrary<number> {
  const [min, max] = boundsOfKind(kind);
  const anywhere =
    max > 0xffff_ffff
      ? fc.maxSafeInteger().map((value) => (min < 0 ? value : Math.abs(value)))
      : fc.integer({ min, max });
  return fc.oneof(fc.integer({ min: Math.max(min, -100), max: 100 }), anywhere, fc.constantFrom(0, min, max));
}

function isoTime(second: number, fraction: string): string {
  return `${new Date(second * 1000).toISOString().slice(0, 19)}${fraction}Z`;
}
