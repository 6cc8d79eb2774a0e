import type { JSONValue } from "../../values/types.js";
import { sortedKeys } from "../../util/compare-keys.js";

/**
 * Returns the JSON of a value as the Go library writes values in path elements: with sorted keys,
 * without spaces, and with escapes for `<`, `>`, `&` and the Unicode line separators.
 */
export function writeJSON(value: JSONValue): string {
  if (typeof value === "string") return writeString(value, needsHTMLEscape, htmlUnsafe);
  if (typeof value === "number") return writeNumber(value);
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJSON).join(",")}]`;
  const entries = sortedKeys(value).map((key) => `${writeJSON(key)}:${writeJSON(value[key] as JSONValue)}`);
  return `{${entries.join(",")}}`;
}

/**
 * Returns the JSON of a key, in which only quotes, backslashes and control characters are escaped.
 */
export function writeKey(key: string): string {
  return writeString(key, needsEscape, unsafe);
}

const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;
const needsHTMLEscape = /["\\<>&\u0000-\u001f\u2028\u2029\ud800-\udfff]/;
const unsafe = /["\\\u0000-\u001f]|\p{Cs}/gu;
const htmlUnsafe = /["\\<>&\u0000-\u001f\u2028\u2029]|\p{Cs}/gu;

function writeString(text: string, suspect: RegExp, characters: RegExp): string {
  return suspect.test(text) ? `"${text.replace(characters, escape)}"` : `"${text}"`;
}

const named: Readonly<Record<string, string>> = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escape(character: string): string {
  const code = character.charCodeAt(0);
  // A lone surrogate becomes U+FFFD, because Go's JSON decoder also replaces it.
  if (code >= 0xd800 && code < 0xe000) return "\ufffd";
  return named[character] ?? `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Returns the JSON of a number. As in Go, an exponent has at least two digits. */
function writeNumber(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value).replace(/e-(\d)$/, "e-0$1");
}
