interface WellFormed {
  toWellFormed(): string;
}

/**
 * Matches an escape sequence in JSON: a surrogate pair, a lone surrogate (captured as a group), or
 * any other escape sequence.
 */
const escapes = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|[^])/g;

/** Replaces escaped lone surrogates in JSON by U+FFFD, as Go does when it decodes strings. */
export function wellFormedJSON(text: string): string {
  if (!text.includes("\\ud") && !text.includes("\\uD")) return text;
  return text.replace(escapes, (escape, surrogate: string | undefined) =>
    surrogate === undefined ? escape : "\\ufffd",
  );
}

/** Returns a string in which U+FFFD replaces lone surrogates. */
export function wellFormed(text: string): string {
  // TypeScript does not declare `toWellFormed` (ECMAScript 2024), but all supported versions of
  // Node have it.
  return (text as unknown as WellFormed).toWellFormed();
}
