/** Maximum number of decimal digits that identify a 32-bit floating-point number. */
const maxDigits = 9;

/**
 * Returns the number with the fewest digits that rounds to the same 32-bit floating-point number.
 * Go prints 32-bit numbers in this form.
 */
export function nearestFloat32(value: number): number {
  const single = Math.fround(value);
  for (let digits = 1; digits < maxDigits; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(maxDigits));
}
