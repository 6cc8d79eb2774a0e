/** An escape of a JSON string: a pair of surrogates, one surrogate, or any other. */
const escapes = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|[^])/g;

/** A JSON text whose surrogates without a partner are U+FFFD, as Go reads them. */
export function wellFormedJSON(text: string): string {
  if (!text.includes("\\ud") && !text.includes("\\uD")) return text;
  return text.replace(escapes, (escape, surrogate: string | undefined) =>
    surrogate === undefined ? escape : "\\ufffd",
  );
}
