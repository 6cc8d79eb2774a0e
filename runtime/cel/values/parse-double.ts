const special: ReadonlyMap<string, number> = new Map([
  ["nan", Number.NaN],
  ["inf", Infinity],
  ["+inf", Infinity],
  ["-inf", -Infinity],
  ["infinity", Infinity],
  ["+infinity", Infinity],
  ["-infinity", -Infinity],
]);

/**
 * Parses a number as Go's strconv.ParseFloat does; undefined for a string that is not a number, and
 * for a number that is too large for a double.
 */
export function parseDouble(text: string): number | undefined {
  const known = special.get(text.toLowerCase());
  if (known !== undefined) return known;
  const value = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : hexadecimal(text);
  return value === undefined || Number.isFinite(value) ? value : undefined;
}

/** Parses a number such as `0x1.8p-2`. Returns undefined for any other string. */
function hexadecimal(text: string): number | undefined {
  const [, sign, whole = "", fraction = "", exponent] =
    /^([-+]?)0x([\da-f_]*)(?:\.([\da-f_]*))?p([-+]?\d+)$/i.exec(text) ?? [];
  if (sign === undefined || exponent === undefined || !hasRightUnderscores(text)) return undefined;
  const digits = (whole + fraction).replaceAll("_", "");
  if (digits === "") return undefined;
  const value = scaled(BigInt(`0x${digits}`), Number(exponent) - 4 * fraction.replaceAll("_", "").length);
  return sign === "-" ? -value : value;
}

/** Reports whether underscores occur only between digits, and between `0x` and a digit. */
function hasRightUnderscores(text: string): boolean {
  return !/__|_$|_[^\da-f]|[^\da-fx]_/i.test(text);
}

/** Multiplies an integer with a power of 2, and rounds to the nearest double, half to even. */
function scaled(digits: bigint, exponent: number): number {
  const size = digits.toString(2).length;
  // Doubles have 53 significant bits, and fewer below 2^-1022.
  const kept = Math.min(53, size + exponent + 1074);
  if (kept >= size || size === 0) return Number(digits) * power(exponent);
  if (kept < 0) return 0;
  const shift = BigInt(size - kept);
  const half = 1n << (shift - 1n);
  const rest = digits & ((1n << shift) - 1n);
  let rounded = digits >> shift;
  if (rest > half || (rest === half && (rounded & 1n) === 1n)) rounded++;
  return Number(rounded) * power(exponent + size - kept);
}

/**
 * Returns 2 to the power of an exponent. As the product of two powers, the result is exact for all
 * powers that a double can represent.
 */
function power(exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return 2 ** half * 2 ** (exponent - half);
}
