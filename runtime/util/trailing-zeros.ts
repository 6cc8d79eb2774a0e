/**
 * Removes trailing zeros from digits. The regular expression `0+$` would take quadratic time for
 * long runs of inner zeros.
 */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
