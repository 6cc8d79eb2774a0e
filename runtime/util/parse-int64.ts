/**
 * Parses a decimal number as Go's strconv.Atoi does. Returns Go's error message for a string that
 * is not a 64-bit integer.
 */
export function parseInt64(text: string): bigint | "invalid syntax" | "value out of range" {
  const digits = /^[-+]?0*(\d*)/.exec(text)?.[1] ?? "";
  if (!/^[-+]?\d+$/.test(text)) {
    // Go reads digit by digit. If the number overflows, Go reports this error, even if invalid
    // characters follow.
    return digits.length > 20 || (digits !== "" && BigInt(digits) >= 2n ** 64n)
      ? "value out of range"
      : "invalid syntax";
  }
  if (digits.length > 19) return "value out of range";
  const value = text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
  return BigInt.asIntN(64, value) === value ? value : "value out of range";
}
