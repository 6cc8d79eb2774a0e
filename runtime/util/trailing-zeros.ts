/**
 * Returns digits without zeros at the end. The regular expression `0+$` would take quadratic time
 * for zeros that are followed by another digit.
 */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
