/** Maximum number of digits that a 32-bit number needs. */
const maxDigits = 9;

/**
 * Returns the number with the fewest digits that rounds to the same 32-bit number. Go writes this
 * number.
 */
export function nearestFloat32(value: number): number {
  const single = Math.fround(value);
  for (let digits = 1; digits < maxDigits; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(maxDigits));
}
