/**
 * @file Byte strings: strings in which each character represents one byte of UTF-8. Go's parsers
 * split strings between bytes, so their parts need not be valid UTF-8. Byte strings can represent
 * such parts.
 */
import { goQuote } from "../util/go-quote.js";
import { encodeUTF8 } from "../util/text-of-bytes.js";

/** Encodes a string as a byte string. A lone surrogate becomes U+FFFD. */
export function encodeByteString(text: string): string {
  // The length is limited, because each byte becomes an argument of a call.
  return text.replace(/[^\0-\x7f]{1,1000}/gu, (letters) => String.fromCharCode(...encodeUTF8(letters)));
}

/** Decodes a byte string. Each byte that is not part of valid UTF-8 becomes U+FFFD. */
export function decodeByteString(bytes: string): string {
  return decoded(bytes, () => "\ufffd");
}

/** Quotes a byte string as Go's `%q` does. */
export function quoteBytes(bytes: string): string {
  // A decoded string has no lone surrogates, so lone surrogates can mark invalid bytes here.
  const parts = decoded(bytes, (byte) => String.fromCharCode(0xdc_00 + byte)).split(/([\udc80-\udcff])/u);
  const quoted = parts.map((part, index) =>
    index % 2 === 0 ? goQuote(part).slice(1, -1) : `\\x${(part.charCodeAt(0) - 0xdc_00).toString(16)}`,
  );
  return `"${quoted.join("")}"`;
}

function decoded(bytes: string, replace: (byte: number) => string): string {
  if (/^[\0-\x7f]*$/.test(bytes)) return bytes;
  return decodeUTF8(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    replace,
  );
}

/**
 * Decodes UTF-8.
 *
 * @param replace returns the replacement for a byte that is not part of valid UTF-8
 */
function decodeUTF8(bytes: Uint8Array, replace: (byte: number) => string): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length === 0) text += replace(bytes[at] ?? 0);
    else text += String.fromCodePoint(codeAt(bytes, at, length));
    at += Math.max(length, 1);
  }
  return text;
}

/**
 * Returns the number of bytes of the code point at a position; 0 if the bytes are not valid UTF-8.
 */
function lengthAt(bytes: Uint8Array, at: number): number {
  const [lead = 0, second = 0] = [bytes[at], bytes[at + 1]];
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (second < leastAfter(lead) || second > greatestAfter(lead)) return 0;
  for (let index = at + 2; index < at + length; index++) if (((bytes[index] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/**
 * Returns the smallest valid byte after a lead byte. After 0xe0 and 0xf0, a smaller byte would
 * result in a code point that has a shorter encoding.
 */
function leastAfter(lead: number): number {
  return lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
}

/**
 * Returns the greatest valid byte after a lead byte. After 0xed, a greater byte would result in a
 * surrogate, and after 0xf4, in a number beyond U+10FFFF.
 */
function greatestAfter(lead: number): number {
  return lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
}

function codeAt(bytes: Uint8Array, at: number, length: number): number {
  let code = (bytes[at] ?? 0) & (length === 1 ? 0x7f : 0xff >> (length + 1));
  for (let index = at + 1; index < at + length; index++) code = (code << 6) | ((bytes[index] ?? 0) & 0x3f);
  return code;
}
