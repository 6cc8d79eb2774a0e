/** Facts about a JSON document that are lost in its parsed value. */
export interface StringFacts {
  /** Number of keys of all objects at all depths, including duplicate keys. */
  readonly keys: number;
  /**
   * True if an integer has a decimal point or an exponent, as in `1.0` or `1e3`. Go does not accept
   * such a number for an integer field.
   */
  readonly hasOddInteger: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const point = 0x2e;
const minus = 0x2d;

/**
 * Scans valid JSON. If the result has more keys than the parsed value, the JSON contains duplicate
 * keys. This scan is much faster than a parser that searches for duplicates.
 */
export function scanString(text: string): StringFacts {
  let keys = 0;
  let hasOddInteger = false;
  let i = 0;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === quote) {
      i = afterString(text, i);
      while (isSpace(text.charCodeAt(i))) i++;
      if (text.charCodeAt(i) === colon) keys++;
    } else {
      // Outside of strings, `.` occurs only in numbers. `e` and `E` follow a digit in numbers, and
      // a letter in `true` and `false`.
      if (code === point || ((code | 0x20) === 0x65 && isDigit(text.charCodeAt(i - 1)))) {
        hasOddInteger ||= Number.isInteger(Number(numberAround(text, i)));
      }
      i++;
    }
  }
  return { keys, hasOddInteger };
}

/**
 * Quick test of valid JSON. Returns true only if the JSON has exactly this number of keys and no
 * property value such as `1.0`. If the result is false, the caller must call `scanString`. The test
 * looks only at colons, which takes half the time of `scanString`. Colons inside strings can only
 * increase the count. Numbers in lists are not checked.
 */
export function isSurelyPlain(text: string, keys: number): boolean {
  let seen = 0;
  for (let i = text.indexOf(":"); i >= 0; i = text.indexOf(":", i + 1)) {
    const before = text.charCodeAt(i - 1);
    if (before === quote) {
      if (++seen > keys || isOddNumberAfter(text, i + 1)) return false;
    } else if (isSpace(before)) {
      return false;
    }
  }
  return seen === keys;
}

/**
 * Reports whether the value at `start` is a number with an exponent, or with a fraction that
 * consists of zeros.
 */
function isOddNumberAfter(text: string, start: number): boolean {
  let i = start;
  let code = text.charCodeAt(i);
  // Most values start with a quote or a bracket, and are therefore not numbers.
  if (code > 0x39 || code === quote) return false;
  while (isSpace(code)) code = text.charCodeAt(++i);
  if (!isDigit(code) && code !== minus) return false;
  do code = text.charCodeAt(++i);
  while (isDigit(code));
  if (code === point) {
    let digits = 0;
    for (code = text.charCodeAt(++i); isDigit(code); code = text.charCodeAt(++i)) digits |= code;
    // If the lower four bits of all digits are 0, all digits are `0`: the ASCII codes of the other
    // digits have one of these bits set.
    if ((digits & 0xf) === 0) return true;
  }
  return (code | 0x20) === 0x65;
}

function numberAround(text: string, position: number): string {
  let start = position;
  let end = position;
  while (isNumberPart(text.charAt(start - 1))) start--;
  while (isNumberPart(text.charAt(end))) end++;
  return text.slice(start, end);
}

function isNumberPart(character: string): boolean {
  return character !== "" && "0123456789.eE+-".includes(character);
}

/** Returns the position after the JSON string that starts at `start`. */
export function afterString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (position - first) % 2 === 1;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
