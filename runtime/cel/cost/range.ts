/**
 * The least and the greatest size or cost. Both are unsigned integers of 64 bits. Larger results
 * become the largest such integer.
 */
export interface SizeRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** The greatest size and cost, for values without a bound. */
export const unbounded = 2n ** 64n - 1n;
export const unknown: SizeRange = { min: 0n, max: unbounded };
export const zero: SizeRange = fixedRange(0n);
export const one: SizeRange = fixedRange(1n);

export function fixedRange(value: bigint): SizeRange {
  return { min: value, max: value };
}

export function sum(...ranges: readonly SizeRange[]): SizeRange {
  return ranges.reduce((a, b) => ({ min: bounded(a.min + b.min), max: bounded(a.max + b.max) }), zero);
}

export function product(a: SizeRange, b: SizeRange): SizeRange {
  return { min: bounded(a.min * b.min), max: bounded(a.max * b.max) };
}

/** Multiplies a range by a number, and rounds up. As in Go, the products are doubles. */
export function scaled({ min, max }: SizeRange, factor: number): SizeRange {
  return { min: rounded(min, factor), max: rounded(max, factor) };
}

export function unionRange(a: SizeRange, b: SizeRange): SizeRange {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}

/** Returns a number, or the greatest size if the number exceeds it. */
export function bounded(value: bigint): bigint {
  return value > unbounded ? unbounded : value;
}

function rounded(value: bigint, factor: number): bigint {
  const double = Math.ceil(Number(value) * factor);
  return double >= 2 ** 64 ? unbounded : BigInt(double);
}
