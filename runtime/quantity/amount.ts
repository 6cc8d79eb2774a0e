/**
 * The exact number `unscaled * 10^exponent`. A large exponent takes no memory, because powers of
 * ten are computed only when two amounts are combined.
 */
export interface Amount {
  readonly unscaled: bigint;
  readonly exponent: number;
}

/**
 * Maximum number of zeros that a computation may append to a number. Without this limit, a short
 * string such as `1e2000000000` would take gigabytes of memory.
 */
const mostZeros = 10_000;

/**
 * Returns the sum of two amounts.
 * @throws RangeError if neither is zero and their exponents differ by more than ten thousand
 */
export function addAmounts(a: Amount, b: Amount): Amount {
  if (b.unscaled === 0n) return a;
  if (a.unscaled === 0n) return b;
  const exponent = Math.min(a.exponent, b.exponent);
  return { unscaled: scaleTo(a, exponent) + scaleTo(b, exponent), exponent };
}

export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  const signA = signOf(a.unscaled);
  const signB = signOf(b.unscaled);
  if (signA !== signB) return signA < signB ? -1 : 1;
  if (signA === 0) return 0;
  const lengthA = digitCount(a.unscaled) + a.exponent;
  const lengthB = digitCount(b.unscaled) + b.exponent;
  if (lengthA !== lengthB) return lengthA < lengthB === signA > 0 ? -1 : 1;
  const exponent = Math.min(a.exponent, b.exponent);
  return signOf(
    timesPowerOfTen(a.unscaled, a.exponent - exponent) - timesPowerOfTen(b.unscaled, b.exponent - exponent),
  );
}

/**
 * Returns the amount in units of `10^exponent`, rounded away from zero. `exact` is true if nothing
 * was rounded.
 * @throws RangeError if the result needs more than ten thousand additional zeros
 */
export function ceilingAt(amount: Amount, exponent: number): { value: bigint; exact: boolean } {
  const { unscaled } = amount;
  if (unscaled === 0n) return { value: 0n, exact: true };
  const drop = exponent - amount.exponent;
  if (drop <= 0) return { value: scaleTo(amount, exponent), exact: true };
  const away = unscaled < 0n ? -1n : 1n;
  if (drop > digitCount(unscaled)) return { value: away, exact: false };
  const divisor = 10n ** BigInt(drop);
  const exact = unscaled % divisor === 0n;
  const quotient = unscaled / divisor;
  return { value: exact ? quotient : quotient + away, exact };
}

/**
 * Returns the same amount without trailing zeros in `unscaled`. The exponent increases by one for
 * each removed zero.
 */
export function normalizeAmount({ unscaled, exponent }: Amount): Amount {
  if (unscaled === 0n) return { unscaled, exponent };
  const digits = unscaled.toString();
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end--;
  return { unscaled: BigInt(digits.slice(0, end)), exponent: exponent + digits.length - end };
}

export function signOf(value: bigint): -1 | 0 | 1 {
  return value === 0n ? 0 : value < 0n ? -1 : 1;
}

function digitCount(value: bigint): number {
  return (value < 0n ? -value : value).toString().length;
}

/**
 * Returns the amount in units of `10^target`.
 * @param target at most the exponent of the amount, unless the amount is zero
 * @throws RangeError if the result has more than ten thousand additional zeros
 */
export function scaleTo({ unscaled, exponent }: Amount, target: number): bigint {
  const zeros = unscaled === 0n ? 0 : exponent - target;
  if (zeros > mostZeros) throw new RangeError(`numbers with more than ${String(mostZeros)} zeros are not computed`);
  return timesPowerOfTen(unscaled, zeros);
}

function timesPowerOfTen(value: bigint, zeros: number): bigint {
  return zeros === 0 ? value : value * 10n ** BigInt(zeros);
}
