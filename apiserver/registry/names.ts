import { randomInt } from "node:crypto";

/**
 * Characters of generated names. They include neither vowels nor digits that look like vowels, so
 * that generated names contain no words.
 */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const maxBaseLength = 63 - suffixLength;

/**
 * Returns the first 58 characters of the base, followed by five random characters (Go:
 * names.SimpleNameGenerator).
 */
export function simpleName(base: string): string {
  const suffix = Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]);
  return base.slice(0, maxBaseLength) + suffix.join("");
}

/**
 * Returns the problems found in a name that is one segment of a path (Go:
 * path.IsValidPathSegmentName).
 */
export function nameSegmentProblems(name: string): string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return prefixProblems(name);
}

/** Returns the problems found in the base of a generated name. */
export function prefixProblems(prefix: string): string[] {
  return ["/", "%"]
    .filter((character) => prefix.includes(character))
    .map((character) => `may not contain '${character}'`);
}

/**
 * Matches control characters, line and paragraph separators, and characters that change the
 * direction of text. NUL is not included, because `storageProblems` refuses it.
 */
const invisible = /[\x01-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/**
 * Returns a problem if a terminal would show the name as a different string. In a list, such a name
 * could hide lines or send commands to the terminal.
 */
export function invisibleProblems(name: string): string[] {
  return invisible.test(name)
    ? ["may not contain control characters or characters that change the direction of text"]
    : [];
}

/** Maximum length of a name in bytes, because the name is part of a key in the store. */
const maxNameBytes = 1024;

/**
 * Returns a problem if stores do not accept the name. Characters above U+D7FF are refused, because
 * some stores would sort them differently.
 */
export function storageProblems(name: string): string[] {
  return [
    ...(Buffer.byteLength(name) > maxNameBytes ? [`must be no more than ${maxNameBytes} bytes`] : []),
    ...(/[\0\ud800-\uffff]/.test(name) ? ["may not contain NUL or characters above U+D7FF"] : []),
  ];
}
