/** Reports whether a string has more than `max` characters. A surrogate pair is one character. */
export function isLonger(text: string, max: number): boolean {
  const units = text.length;
  if (units <= max) return false;
  // A character has at most two code units, so more than `2 * max` units are always too many.
  return units > 2 * max || countCharacters(text) > max;
}

/** Reports whether a string has fewer than `min` characters. A surrogate pair is one character. */
export function isShorter(text: string, min: number): boolean {
  const units = text.length;
  if (units < min) return true;
  return units < 2 * min && countCharacters(text) < min;
}

/** Reports whether a string has more than `max` bytes in UTF-8. */
export function hasMoreBytes(text: string, max: number): boolean {
  const units = text.length;
  // A code unit has at least one byte in UTF-8, so more than `max` units are always too many.
  if (units > max) return true;
  if (units * 3 <= max) return false;
  return countUTF8Bytes(text) > max;
}

/** Returns the length of a string in bytes of UTF-8. */
export function countUTF8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A surrogate pair has four bytes, two for each code unit. A lone surrogate has three bytes,
    // because it is encoded as U+FFFD.
    bytes += unit < 0x800 ? 1 : 2;
    if (isPair(unit, text.charCodeAt(at + 1))) at++;
  }
  return bytes;
}

/**
 * Returns the number of bytes that a base64 string encodes. The string must not contain line
 * breaks.
 */
export function byteCount(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return Math.floor(((text.length - padding) * 3) / 4);
}

/** Returns the number of characters of a string. A surrogate pair is one character. */
export function countCharacters(text: string): number {
  const units = text.length;
  let count = units;
  for (let at = 0; at + 1 < units; at++) {
    if (!isPair(text.charCodeAt(at), text.charCodeAt(at + 1))) continue;
    count--;
    at++;
  }
  return count;
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}
