import { encodeUTF8 } from "../util/text-of-bytes.js";
import type { bytes } from "./types.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const notInAlphabet = 255;
const valueOf = new Uint8Array(128).fill(notInAlphabet);
for (let value = 0; value < alphabet.length; value++) valueOf[alphabet.charCodeAt(value)] = value;

/** Returns bytes as standard base64 with padding. */
export function encodeBytes(data: Uint8Array): bytes {
  const groups: string[] = [];
  for (let at = 0; at < data.length; at += 3) {
    const triple = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => alphabet.charAt((triple >> shift) & 63)).join("");
    const left = data.length - at;
    groups.push(left >= 3 ? letters : letters.slice(0, left + 1).padEnd(4, "="));
  }
  return groups.join("");
}

/**
 * Decodes standard base64 with padding. As Go's encoding/base64 does, ignores line breaks and
 * unused bits of the last character.
 * @throws Error with Go's message, which contains the position of the first invalid byte
 */
export function decodeBytes(text: bytes): Uint8Array {
  const data = new Uint8Array(Math.ceil(text.length / 4) * 3);
  let length = 0;
  let at = 0;
  for (;;) {
    const group = readGroup(text, at);
    if (group.letters === 0) return data.subarray(0, length);
    for (let index = 0; index < group.letters - 1; index++) data[length++] = (group.bits >> (16 - 8 * index)) & 255;
    at = group.end;
  }
}

/**
 * Returns the base64 string that Go writes after it has read the base64 string `text`.
 * @throws Error with Go's message for a string that is not base64
 */
export function canonicalBytes(text: string): bytes {
  return isCanonical(text) ? text : encodeBytes(decodeBytes(text));
}

/**
 * A group of four base64 characters. `bits` are the decoded 24 bits, `letters` is the number of
 * characters, and `end` is the position after the group. The last group has fewer than four
 * characters if padding follows. A group without characters marks the end of the string.
 */
interface Group {
  readonly bits: number;
  readonly letters: number;
  readonly end: number;
}

function readGroup(text: string, start: number): Group {
  let at = start;
  let bits = 0;
  for (let letters = 0; letters < 4;) {
    if (at >= text.length) {
      if (letters === 0) return { bits, letters, end: at };
      throw corrupt(at - letters);
    }
    const code = text.charCodeAt(at);
    const value = valueOf[code] ?? notInAlphabet;
    at++;
    if (value !== notInAlphabet) {
      bits |= value << (18 - 6 * letters);
      letters++;
    } else if (text[at - 1] === "=") {
      return { bits, letters, end: endOfPadding(text, at, letters) };
    } else if (!isLineBreak(text, at - 1)) {
      throw corrupt(at - 1);
    }
  }
  return { bits, letters: 4, end: at };
}

/**
 * Returns the position after the padding.
 * @param letters number of characters in the last group, before its first `=`
 */
function endOfPadding(text: string, start: number, letters: number): number {
  if (letters < 2) throw corrupt(start - 1);
  let at = skipLineBreaks(text, start);
  if (letters === 2) {
    if (at === text.length) throw corrupt(at);
    if (text[at] !== "=") throw corrupt(at - 1);
    at++;
  }
  at = skipLineBreaks(text, at);
  if (at < text.length) throw corrupt(at);
  return at;
}

function skipLineBreaks(text: string, start: number): number {
  let at = start;
  while (isLineBreak(text, at)) at++;
  return at;
}

function isLineBreak(text: string, at: number): boolean {
  return text[at] === "\n" || text[at] === "\r";
}

/**
 * Creates Go's error. Go counts in bytes; all earlier characters are ASCII, so `at` is also the
 * byte position.
 */
function corrupt(at: number): Error {
  return new Error(`illegal base64 data at input byte ${String(at)}`);
}

/**
 * Reports whether a string is canonical base64: its groups are complete, padding is only at the
 * end, and unused bits are zero.
 */
function isCanonical(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const letters = text.length - padding;
  let last = 0;
  for (let at = 0; at < letters; at++) {
    last = valueOf[text.charCodeAt(at)] ?? notInAlphabet;
    if (last === notInAlphabet) return false;
  }
  return padding === 0 || (last & (padding === 2 ? 15 : 3)) === 0;
}

/**
 * Returns the UTF-8 bytes of a string as base64. For example, Secrets convert `stringData` to
 * `data` in this way. Lone surrogates become U+FFFD, as in Go.
 */
export function bytesOfText(text: string): bytes {
  return encodeBytes(encodeUTF8(text));
}
