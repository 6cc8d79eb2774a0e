import { tokenKinds, type Token, type TokenKind } from "./token.js";

const hex = "[0-9a-fA-F]";
const escape = String.raw`\\(?:[abfnrtv"'\\?${"`"}]|[xX]${hex}{2}|u${hex}{4}|U${hex}{8}|[0-3][0-7]{2})`;
const partOfEscape = String.raw`\\(?:[xX]${hex}?|u${hex}{0,3}|U${hex}{0,7}|[0-3][0-7]?)?`;
const raw = String.raw`[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')`;
const escaped = [
  `"""(?:${escape}|[^\\\\])*?"""`,
  `'''(?:${escape}|[^\\\\])*?'''`,
  inQuotes('"', '"'),
  inQuotes("'", "'"),
];
const text = `(?:${raw}|${escaped.join("|")})`;

function inQuotes(quote: string, end: string): string {
  return String.raw`${quote}(?:${escape}|[^\\${quote}\n\r])*${end}`;
}

const hidden = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;

/** The patterns of tokens. If several patterns match, the first of them has the longest match. */
const patterns: readonly (readonly [kind: TokenKind | "fixed", pattern: RegExp])[] = [
  ["BYTES", new RegExp(`[bB]${text}`, "y")],
  ["STRING", new RegExp(text, "y")],
  ["NUM_FLOAT", /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ["NUM_UINT", /0x[0-9a-fA-F]+[uU]|\d+[uU]/y],
  ["NUM_INT", /0x[0-9a-fA-F]+|\d+/y],
  ["IDENTIFIER", /[_a-zA-Z][_a-zA-Z0-9]*/y],
  ["ESC_IDENTIFIER", /`[a-zA-Z0-9_.\-/ ]+`/y],
  ["fixed", /&&|\|\||[=!<>]=|[-+*/%!<>?:.,()[\]{}]/y],
];

/** Matches the beginning of a token whose end is missing. */
const beginning = new RegExp(
  `${inQuotes('"', "")}(?:${partOfEscape})?|${inQuotes("'", "")}(?:${partOfEscape})?|\`[a-zA-Z0-9_.\\-/ ]*|[&|=]|`,
  "y",
);

const kinds: ReadonlySet<string> = new Set(tokenKinds);

/**
 * Reads tokens when they are needed. Reports characters with which no token begins, and skips them.
 */
export class Lexer {
  readonly #text: string;
  readonly #report: (at: number, wrong: string) => void;
  #at = 0;

  /** @param report receives the characters that were skipped */
  constructor(text: string, report: (at: number, wrong: string) => void) {
    this.#text = text;
    this.#report = report;
  }

  /** Returns the next token. At the end of the expression, each call returns the token `EOF`. */
  next(): Token {
    for (;;) {
      this.#at += this.#match(hidden).length;
      const at = this.#at;
      if (at === this.#text.length) return { kind: "EOF", text: "<EOF>", at };
      const token = this.#token();
      if (token !== undefined) return token;
      const start = this.#match(beginning);
      const wrong = start + String.fromCodePoint(...codePointAt(this.#text, at + start.length));
      this.#at += wrong.length;
      this.#report(at, wrong);
    }
  }

  #token(): Token | undefined {
    const at = this.#at;
    for (const [kind, pattern] of patterns) {
      const found = this.#match(pattern);
      if (found === "") continue;
      this.#at += found.length;
      const fixed = kind === "fixed" || (kind === "IDENTIFIER" && kinds.has(found) && found === found.toLowerCase());
      return { kind: fixed ? (found as TokenKind) : kind, text: found, at };
    }
    return undefined;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? "";
  }
}

function codePointAt(text: string, at: number): readonly number[] {
  const code = text.codePointAt(at);
  return code === undefined ? [] : [code];
}
