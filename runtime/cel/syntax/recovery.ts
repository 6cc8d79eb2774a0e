import type { ParserFrame, ExpressionParser } from "./parser.js";
import { nextKinds, type Choice, type State } from "./grammar.js";
import { isFixed, kindsText, quotedToken, type Token, type TokenKind } from "./token.js";

const mostAttempts = 30;
const mostSkipped = 256;

/** Continues after a syntax error as ANTLR does: deletes a token, inserts one, or skips tokens. */
export class Recovery {
  readonly #parser: ExpressionParser;
  /** True from a problem until a token matches, so that one mistake is reported only once. */
  #isQuiet = false;
  #attempts = 0;
  #lastIndex = -1;
  readonly #lastStates = new Set<State>();

  constructor(parser: ExpressionParser) {
    this.#parser = parser;
  }

  /** Ends the recovery. Called when a token matches. */
  end(): void {
    this.#isQuiet = false;
    this.#lastIndex = -1;
    this.#lastStates.clear();
  }

  report(token: Token, message: string): void {
    if (!this.#isQuiet) this.#parser.report(token.at, message);
    this.#isQuiet = true;
  }

  /**
   * Returns the kinds of tokens that may be next in a state of the current rule or after the rule.
   */
  expected(state: State): ReadonlySet<TokenKind> {
    const { frames } = this.#parser;
    let { kinds, isEnd } = nextKinds(state);
    const all = new Set(kinds);
    for (let at = frames.length - 2; at >= 0 && isEnd; at--) {
      ({ kinds, isEnd } = nextKinds((frames[at] as ParserFrame).state));
      for (const kind of kinds) all.add(kind);
    }
    if (isEnd) all.add("EOF");
    return all;
  }

  /**
   * Skips tokens before a choice if none of its alternatives begins with the next token. Returns
   * false if no alternative fits.
   */
  synchronize({ state }: ParserFrame, choice: Choice): boolean {
    if (this.#isQuiet) return true;
    const { kinds, isEnd } = nextKinds(choice);
    if (isEnd || kinds.has(this.#parser.token(1).kind)) return true;
    if (!choice.isRepetition) return this.#deletes(state);
    this.#reportUnwanted(state);
    this.#skipTo(new Set([...this.expected(state), ...this.#following()]), Number.POSITIVE_INFINITY);
    return true;
  }

  /**
   * Deletes or inserts a token. Returns the token that the current state needs; undefined if
   * neither helps.
   */
  inline({ state }: ParserFrame): Token | undefined {
    this.#attempt();
    if (this.#deletes(state)) {
      const token = this.#parser.token(1);
      this.#parser.consume();
      return token;
    }
    const { kind, text } = this.#parser.token(1);
    if (state.type !== "match" || !this.expected(state.next).has(kind)) return undefined;
    const expected = this.expected(state);
    this.report(this.#parser.token(1), `missing ${kindsText(expected)} at ${quotedToken(text)}`);
    return this.#inserted(expected);
  }

  /** Skips tokens until a token can follow one of the rules that the parser is in. */
  skip(): void {
    this.#attempt();
    const { index, frame } = this.#parser;
    let limit = mostSkipped;
    if (this.#lastIndex === index && this.#lastStates.has(frame.state)) {
      this.#parser.consume();
      limit--;
    }
    this.#lastIndex = this.#parser.index;
    this.#lastStates.add(frame.state);
    this.#skipTo(this.#following(), limit);
  }

  #attempt(): void {
    if (this.#attempts++ < mostAttempts) return;
    this.#parser.report(this.#parser.token(1).at, `error recovery attempt limit exceeded: ${String(mostAttempts)}`);
    this.#parser.stop();
  }

  #deletes(state: State): boolean {
    if (!this.expected(state).has(this.#parser.token(2).kind)) return false;
    this.#reportUnwanted(state);
    this.#parser.consume();
    this.end();
    return true;
  }

  #reportUnwanted(state: State): void {
    const token = this.#parser.token(1);
    this.report(token, `extraneous input ${quotedToken(token.text)} expecting ${kindsText(this.expected(state))}`);
  }

  #inserted(expected: ReadonlySet<TokenKind>): Token {
    const [kind = "EOF"] = expected;
    const next = this.#parser.token(1);
    const { at } = next.kind === "EOF" && this.#parser.index > 0 ? this.#parser.token(0) : next;
    return { kind, text: `<missing ${isFixed(kind) ? `'${kind}'` : "undefined"}>`, at };
  }

  /** Returns the kinds of tokens that may follow the rules that the parser is in. */
  #following(): ReadonlySet<TokenKind> {
    return new Set(this.#parser.frames.slice(0, -1).flatMap(({ state }) => Array.from(nextKinds(state).kinds)));
  }

  #skipTo(kinds: ReadonlySet<TokenKind>, limit: number): void {
    for (let left = limit; ; left--) {
      const { kind } = this.#parser.token(1);
      if (kind === "EOF" || kinds.has(kind)) return;
      if (left === 0) this.#parser.abort(`error recovery token lookahead limit exceeded: ${String(mostSkipped)}`);
      this.#parser.consume();
    }
  }
}
