/**
 * How deep a body may be nested. What works on objects calls itself for each level, and V8 ends the
 * process where a regular expression is compiled at the very end of the stack: so none comes near
 * it. Kubernetes' own objects have about twenty levels.
 */
export const maxDepth = 250;

/** Before a text is parsed. @throws Error in Go's words */
export function checkJSONDepth(text: string): void {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === backslash) at++;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if ((code | brace) === openBrace) {
      if (++depth > maxDepth) throw new Error(`invalid character '${text.charAt(at)}' exceeded max depth`);
    } else if ((code | brace) === closeBrace) depth--;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** The bit by which `{` differs from `[`, and `}` from `]`. */
const brace = 0x20;
