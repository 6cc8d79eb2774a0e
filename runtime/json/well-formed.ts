interface WellFormed {
  toWellFormed(): string;
}

/** Matches an escape in a JSON string: a surrogate pair, a lone surrogate, or any other escape. */
const escapes = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|[^])/g;

/**
 * Returns a JSON text in which U+FFFD replaces escaped lone surrogates, as in the strings that Go
 * decodes.
 */
export function wellFormedJSON(text: string): string {
  if (!text.includes("\\ud") && !text.includes("\\uD")) return text;
  return text.replace(escapes, (escape, surrogate: string | undefined) =>
    surrogate === undefined ? escape : "\\ufffd",
  );
}

/** Returns a string in which U+FFFD replaces lone surrogates. */
export function wellFormed(text: string): string {
  // The method is new in ECMAScript 2024. All supported versions of Node have it.
  return (text as unknown as WellFormed).toWellFormed();
}
