/**
 * Returns digits without the zeros at their end. The regular expression `0+$` would take quadratic
 * time for zeros that another digit follows.
 */
export function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
