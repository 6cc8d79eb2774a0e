import { shortened } from "./shortened.js";
import { encodeUTF8 } from "./text-of-bytes.js";

/**
 * Quotes a string as the errors of Go's package time do: bytes other than printable ASCII become
 * hexadecimal escape sequences. Long strings are shortened.
 */
export function goTimeQuote(text: string): string {
  let quoted = "";
  for (const character of shortened(text)) {
    if (character === '"' || character === "\\") quoted += `\\${character}`;
    else if (character >= " " && character < "\u0080") quoted += character;
    else for (const byte of encodeUTF8(character)) quoted += `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return `"${quoted}"`;
}
