/** @file The grammar of CEL expressions, without their types. */

const patterns: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ["space", /(?:\s|\/\/[^\n]*)+/y],
  ["text", /[bB]?[rR]("""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n\r]*"|'[^'\n\r]*')/y],
  ["text", /[bB]?("""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n\r])*"|'(?:\\.|[^'\\\n\r])*')/y],
  ["number", /0x[0-9a-fA-F]+u?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?|\d+[uU]?)/y],
  ["name", /[_a-zA-Z][_a-zA-Z0-9]*/y],
  ["name", /`[a-zA-Z0-9_.\-/ ]+`/y],
  ["sign", /&&|\|\||[=!<>]=|[-+*/%!<>?:.,()[\]{}]/y],
];

type Kind = "space" | "text" | "number" | "name" | "sign";

interface Token {
  readonly kind: Kind;
  readonly text: string;
}

const reserved = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

/**
 * Returns the text about the first mistake in the syntax of an expression; undefined if it has
 * none.
 */
export function celSyntaxFault(expression: string): string | undefined {
  try {
    new Parser(tokensOf(expression)).parse();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

/** Returns the names in an expression that are not names of properties or functions of a value. */
export function celNames(expression: string): ReadonlySet<string> {
  const tokens = tokensOf(expression);
  return new Set(
    tokens.filter(({ kind }, at) => kind === "name" && tokens[at - 1]?.text !== ".").map(({ text }) => text),
  );
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < expression.length;) {
    const found = tokenAt(expression, at);
    if (found === undefined)
      throw new SyntaxError(`Syntax error: token recognition error at ${JSON.stringify(expression.slice(at))}`);
    at += found.text.length;
    if (found.kind !== "space") tokens.push(found);
  }
  return tokens;
}

function tokenAt(expression: string, at: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(expression)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}

/** A recursive descent through the grammar of the CEL specification. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): void {
    this.#expression();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
  }

  #expression(): void {
    this.#operands();
    if (!this.#takes("?")) return;
    this.#operands();
    this.#needs(":");
    this.#expression();
  }

  /**
   * Reads operands with operators of two operands. Their precedence does not change what is valid.
   */
  #operands(): void {
    do this.#unary();
    while (this.#takes("||", "&&", "<", "<=", ">", ">=", "==", "!=", "in", "+", "-", "*", "/", "%"));
  }

  #unary(): void {
    if (this.#takes("!")) while (this.#takes("!"));
    else if (this.#takes("-")) while (this.#takes("-"));
    this.#primary();
    for (;;) {
      if (this.#takes(".")) {
        this.#takes("?");
        this.#name();
        if (this.#takes("(")) this.#list(")");
      } else if (this.#takes("[")) {
        this.#takes("?");
        this.#expression();
        this.#needs("]");
      } else if (this.#takes("{")) this.#entries();
      else return;
    }
  }

  #primary(): void {
    if (this.#takes("(")) {
      this.#expression();
      this.#needs(")");
    } else if (this.#takes("[")) this.#list("]");
    else if (this.#takes("{")) this.#entries();
    else if (this.#peek()?.kind === "text" || this.#peek()?.kind === "number") this.#at++;
    else {
      this.#takes(".");
      this.#name();
      if (this.#takes("(")) this.#list(")");
    }
  }

  #name(): void {
    const token = this.#peek();
    if (token?.kind !== "name" || reserved.has(token.text) || token.text === "in") throw this.#unexpected();
    this.#at++;
  }

  #list(end: string): void {
    while (!this.#takes(end)) {
      this.#takes("?");
      this.#expression();
      if (this.#takes(",")) {
        if (end === ")" && this.#peek()?.text === end) throw this.#unexpected();
      } else if (this.#peek()?.text !== end) throw this.#unexpected();
    }
  }

  #entries(): void {
    while (!this.#takes("}")) {
      this.#takes("?");
      this.#expression();
      this.#needs(":");
      this.#expression();
      if (!this.#takes(",") && this.#peek()?.text !== "}") throw this.#unexpected();
    }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #takes(...signs: readonly string[]): boolean {
    const token = this.#peek();
    if (token === undefined || token.kind === "text" || !signs.includes(token.text)) return false;
    this.#at++;
    return true;
  }

  #needs(sign: string): void {
    if (!this.#takes(sign)) throw this.#unexpected();
  }

  #unexpected(): SyntaxError {
    const token = this.#peek();
    return new SyntaxError(`Syntax error: unexpected ${token === undefined ? "end" : `'${token.text}'`}`);
  }
}
