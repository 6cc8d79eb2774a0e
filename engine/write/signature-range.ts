/**
 * Returns the range of a function's signature, from `export` to the last character before the body.
 * Returns undefined if the offset is not in a function declaration.
 * @param offset start of the function's name
 */
export function signatureRange(
  text: string,
  offset: number,
): { readonly start: number; readonly end: number } | undefined {
  const lead = /(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*$/.exec(text.slice(0, offset));
  if (lead === null) return undefined;
  const open = text.indexOf("(", offset);
  const close = open < 0 ? undefined : closing(text, open);
  if (close === undefined) return undefined;
  const body = bodyStart(text, close);
  return body === undefined ? undefined : { start: lead.index, end: text.slice(0, body).trimEnd().length };
}

const pairs: { readonly [open: string]: string } = { "(": ")", "[": "]", "{": "}", "<": ">" };

/**
 * Returns the offset after the closing bracket that matches the opening bracket at an offset;
 * undefined if it is missing.
 */
function closing(text: string, open: number): number | undefined {
  const expected: string[] = [];
  for (let at = open; at < text.length; at++) {
    const char = text.charAt(at);
    const close = pairs[char];
    if (close !== undefined) expected.push(close);
    else if (char === ">" && text[at - 1] === "=") continue;
    else if (char === expected.at(-1)) expected.pop();
    if (expected.length === 0) return at + 1;
  }
  return undefined;
}

/**
 * Returns the offset of the opening brace of a function's body; undefined if none is found. Skips
 * braces of the return type, which follow `:`, `|`, `&` or `=>`, or are in other brackets.
 */
function bodyStart(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "{" && !/(?:[:|&]|=>)$/.test(text.slice(from, at).trimEnd())) return at;
    const close = pairs[char] === undefined ? undefined : closing(text, at);
    if (close !== undefined) at = close - 1;
  }
  return undefined;
}
