/** Shortens a string to at most `maxBytes` bytes of UTF-8. A shortened string ends with `...`. */
export function shortText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes - 3;
  // Bytes of the form 10xxxxxx are not the first byte of a character. The string must not be cut
  // before such a byte.
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return `${bytes.toString("utf8", 0, end)}...`;
}
