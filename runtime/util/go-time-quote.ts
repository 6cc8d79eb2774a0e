import { shortened } from "./shortened.js";

/**
 * Quotes a string as the errors of Go's package time do: bytes other than printable ASCII become
 * hexadecimal escape sequences. Long strings are shortened.
 */
export function goTimeQuote(text: string): string {
  let quoted = "";
  for (const character of shortened(text)) {
    if (character === '"' || character === "\\") quoted += `\\${character}`;
    else if (character >= " " && character < "\u0080") quoted += character;
    else for (const byte of utf8(character.codePointAt(0) ?? 0)) quoted += `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return `"${quoted}"`;
}

function utf8(code: number): readonly number[] {
  const tail = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}
