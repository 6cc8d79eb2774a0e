import { randomInt } from "node:crypto";

/** Without vowels and what looks like them: no generated name is a word. */
const alphabet = "bcdfghjklmnpqrstvwxz2456789";
const suffixLength = 5;
const maxBaseLength = 63 - suffixLength;

/** Go's names.SimpleNameGenerator: the base, cut to 58 characters, and five random ones. */
export function simpleName(base: string): string {
  const suffix = Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)]);
  return base.slice(0, maxBaseLength) + suffix.join("");
}

/**
 * What keeps a name from being one segment of a path: nothing, for one that is. Go's
 * path.IsValidPathSegmentName.
 */
export function pathSegmentProblems(name: string): string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return prefixProblems(name);
}

/** The same for a name that something is yet put behind. */
export function prefixProblems(prefix: string): string[] {
  return ["/", "%"]
    .filter((character) => prefix.includes(character))
    .map((character) => `may not contain '${character}'`);
}

/**
 * Control characters (NUL is refused by the store), line and paragraph separators, and characters
 * that change the direction of text.
 */
const invisible = /[\x01-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/**
 * Refuses names that show as something else in a terminal: a list with them could hide lines, or
 * send commands.
 */
export function invisibleProblems(name: string): string[] {
  return invisible.test(name)
    ? ["may not contain control characters or characters that change the direction of text"]
    : [];
}

/** What every store can keep in a key, beside what stands before the name there. */
const maxNameBytes = 1024;

/**
 * What keeps a name from being stored, whatever the kind allows: keys are ordered alike everywhere
 * only below the surrogates.
 */
export function storageProblems(name: string): string[] {
  return [
    ...(Buffer.byteLength(name) > maxNameBytes ? [`must be no more than ${maxNameBytes} bytes`] : []),
    ...(/[\0\ud800-\uffff]/.test(name) ? ["may not contain NUL or characters above U+D7FF"] : []),
  ];
}
