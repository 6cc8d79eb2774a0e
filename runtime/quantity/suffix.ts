/** Format of the suffix with which a quantity is printed: `12M`, `12Mi` or `12e6`. */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/** Factor of a suffix: `10^exponent` for decimal suffixes, `2^exponent` for binary suffixes. */
export interface Suffix {
  readonly format: QuantityFormat;
  readonly exponent: number;
}

const decimal: readonly (readonly [string, number])[] = [
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
];

const binary: readonly (readonly [string, number])[] = [
  ["Ki", 10],
  ["Mi", 20],
  ["Gi", 30],
  ["Ti", 40],
  ["Pi", 50],
  ["Ei", 60],
];

const known: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...decimal.map(([suffix, exponent]) => [suffix, { format: "DecimalSI", exponent }] as const),
  ...binary.map(([suffix, exponent]) => [suffix, { format: "BinarySI", exponent }] as const),
]);

/** All suffixes except exponents such as `e3`, with the empty suffix. */
export const knownSuffixes: readonly string[] = [...known.keys()];

const decimalSuffixes: ReadonlyMap<number, string> = new Map(decimal.map(([suffix, exponent]) => [exponent, suffix]));
const binarySuffixes: ReadonlyMap<number, string> = new Map(
  [["", 0] as const, ...binary].map(([suffix, exponent]) => [exponent, suffix]),
);

const largestExponent = 2 ** 31 - 1;

/**
 * Parses a suffix; returns null for a string that is not a suffix. Exponents that do not fit in 32
 * bits are refused. Go does not check this, so its exponent overflows: Go reads `1e4294967296` as
 * 1.
 */
export function parseSuffix(text: string): Suffix | null {
  const suffix = known.get(text);
  if (suffix !== undefined) return suffix;
  if (!/^[eE][-+]?\d+$/.test(text)) return null;
  const exponent = Number(text.slice(1));
  return Math.abs(exponent) > largestExponent ? null : { format: "DecimalExponent", exponent };
}

/** Returns the decimal suffix for an exponent; null if no suffix has this exponent. */
export function decimalSuffix(exponent: number, format: QuantityFormat): string | null {
  if (format !== "DecimalExponent") return decimalSuffixes.get(exponent) ?? null;
  return exponent === 0 ? "" : `e${String(exponent)}`;
}

/**
 * Returns the binary suffix for an exponent; null if no suffix has this exponent. The exponents of
 * binary suffixes are multiples of ten.
 */
export function binarySuffix(exponent: number): string | null {
  return binarySuffixes.get(exponent) ?? null;
}
