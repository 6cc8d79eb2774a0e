/** Characters for which Go has a short escape sequence, with this sequence. */
export const namedEscapes: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

const needsEscape = /[^ \p{L}\p{M}\p{N}\p{P}\p{S}]|["\\]|\p{Cs}/gu;

/** Quotes a string as Go's `%q` does. Kubernetes' error messages quote values in this form. */
export function goQuote(text: string): string {
  return `"${text.replace(needsEscape, escape)}"`;
}

function escape(character: string): string {
  const name = namedEscapes[character];
  if (name !== undefined) return name;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
