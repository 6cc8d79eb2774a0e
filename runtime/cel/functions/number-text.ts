import { withoutTrailingZeros } from "../../util/trailing-zeros.js";

/**
 * @file Prints doubles as Go's packages fmt and golang.org/x/text do. The latter prints American
 * English.
 */

/** The smallest precision or width that golang.org/x/text refuses. */
const tooLarge = 10_000_010;
const notRead = "%!(NOVERB)";

/**
 * Returns a finite double with a fixed number of digits in its fraction. The last digit is rounded
 * half to even.
 */
export function fixedString(value: number, places: number): string {
  // A double has at most 1074 digits after the point.
  const exact = Math.min(places, 1074);
  const digits = String(scaled(value, exact)).padStart(exact + 1, "0");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exact)}.${digits.slice(-exact).padEnd(places, "0")}`;
}

/**
 * Returns a double with commas between groups of three digits, and a fixed number of digits after
 * the point. Returns Go's string `%!(NOVERB)` if the precision is too large.
 */
export function localizedFixed(value: number, precision: number): string {
  if (precision >= tooLarge) return notRead;
  if (!Number.isFinite(value)) return specialText(value);
  // The Go package stores the minimum number of digits in 8 bits without a sign, and the maximum in
  // 16 bits with a sign.
  const [least, most] = [precision & 0xff, (precision << 16) >> 16];
  const size = Math.abs(value);
  const [integer = "", fraction = ""] = (most < 0 ? shortestString(size) : fixedString(size, most)).split(".");
  const digits = withoutTrailingZeros(fraction).padEnd(least, "0");
  const sign = value < 0 ? "-" : "";
  return `${sign}${grouped(integer)}${digits === "" ? "" : "."}${digits}`;
}

/** Returns digits with commas between groups of three, which are counted from the end. */
function grouped(digits: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...groups].join(",");
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Returns a double in scientific notation with six digits after the point. Spaces at the start fill
 * the width. Returns Go's string `%!(NOVERB)` if the width is too large.
 */
export function localizedScientific(value: number, width: number): string {
  if (width >= tooLarge) return notRead;
  return (Number.isFinite(value) ? scientificText(value) : specialText(value)).padStart(width & 0xff_ff, " ");
}

function scientificText(value: number): string {
  const size = Math.abs(value);
  let exponent = Number(size.toExponential().split("e")[1]);
  let digits = String(scaled(size, 6 - exponent)).padStart(7, "0");
  if (digits.length > 7) {
    exponent++;
    digits = digits.slice(0, 7);
  }
  const power = String(Math.abs(exponent))
    .padStart(2, "0")
    .replace(/\d/g, (digit) => superscripts.charAt(Number(digit)));
  return `${value < 0 ? "-" : ""}${digits.slice(0, 1)}.${digits.slice(1)}×10${exponent < 0 ? "⁻" : ""}${power}`;
}

function specialText(value: number): string {
  return Number.isNaN(value) ? "NaN" : value < 0 ? "-∞" : "∞";
}

/** Returns the shortest digits of a double that is not negative, without an exponent. */
export function shortestString(value: number): string {
  const [, first = "", rest = "", exponent = "0"] = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  const integer = digits.slice(0, point).padEnd(point, "0");
  return digits.length > point ? `${integer}.${digits.slice(point)}` : integer;
}

/** Returns the absolute value of a double times a power of ten, rounded half to even. */
function scaled(value: number, places: number): bigint {
  const { mantissa, exponent } = partsOf(value);
  const numerator = (mantissa << BigInt(Math.max(exponent, 0))) * 10n ** BigInt(Math.max(places, 0));
  const denominator = (1n << BigInt(Math.max(-exponent, 0))) * 10n ** BigInt(Math.max(-places, 0));
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  return twice > denominator || (twice === denominator && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

const view = new DataView(new ArrayBuffer(8));

/** Returns the absolute value of a double as an integer times a power of two. */
function partsOf(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  return exponent === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction + 2n ** 52n, exponent: exponent - 1075 };
}
