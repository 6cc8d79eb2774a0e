const signs = [
  ...["==", "!=", "in", "<", "<=", ">=", ">", "&&", "||", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":"],
  ...["+", "*", "/", "%", "true", "false", "null"],
] as const;
const classes = ["NUM_FLOAT", "NUM_INT", "NUM_UINT", "STRING", "BYTES", "IDENTIFIER", "ESC_IDENTIFIER"] as const;

/**
 * The kinds of tokens: signs and keywords as they are written, and classes of tokens. Messages list
 * them in this order.
 */
export const tokenKinds = ["EOF", ...signs, ...classes] as const;

export type TokenKind = (typeof tokenKinds)[number];

/** A token, with the index of its first character in the expression. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

/** Reports whether a kind has only one possible token: a sign or a keyword. */
export function isFixed(kind: TokenKind): boolean {
  return (signs as readonly TokenKind[]).includes(kind);
}

/**
 * Returns kinds of tokens as messages print them: `'+'`, or `{'+', IDENTIFIER}` for several kinds.
 */
export function kindsText(kinds: ReadonlySet<TokenKind>): string {
  const names = tokenKinds.filter((kind) => kinds.has(kind)).map(kindText);
  return names.length > 1 ? `{${names.join(", ")}}` : names.join("");
}

function kindText(kind: TokenKind): string {
  return kind === "EOF" ? "<EOF>" : isFixed(kind) ? `'${kind}'` : kind;
}

/** Returns a part of an expression in quotes, as messages print it. */
export function quotedToken(text: string): string {
  return `'${text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}'`;
}
