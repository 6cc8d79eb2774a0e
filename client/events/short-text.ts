/**
 * Returns a string of at most `maxBytes` bytes of UTF-8. A longer string is cut and ends with
 * `...`.
 */
export function shortText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes - 3;
  // The bytes 10xxxxxx continue a character, which must not be cut.
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return `${bytes.toString("utf8", 0, end)}...`;
}
