import type { SourceProblems } from "../base/source.js";
import { Lexer } from "./lexer.js";
import { Recovery } from "./recovery.js";
import { startOf, type Choice, type Match, type RuleCall, type RuleName, type State, type Wrap } from "./grammar.js";
import { predicted, type OpenRule } from "./predict.js";
import { kindsText, quotedToken, type Token } from "./token.js";

/**
 * A node of the syntax tree: a rule of the grammar, with its tokens and inner rules. Children can
 * be missing if the syntax is wrong.
 */
export interface Tree {
  readonly rule: RuleName;
  /** The index of the alternative that was chosen; absent for a rule without alternatives. */
  alternative?: number;
  readonly children: (Tree | Token)[];
  /** Index of the first character. */
  readonly at: number;
}

/** A rule that the parser has started and not finished. */
export interface ParserFrame extends OpenRule {
  tree: Tree;
  state: State;
  /** The number of trees that the rule has made: a rule with suffixes makes several. */
  trees: number;
}

/** Thrown to end the whole parse. */
export class Stop extends Error {}

const deepest = 250;

/**
 * Parses with the states of the grammar and an explicit stack, so that nested expressions do not
 * fill JavaScript's call stack. Reports the same problems as a parser that ANTLR generates from the
 * same grammar.
 */
export class ExpressionParser {
  readonly frames: ParserFrame[] = [];
  readonly #problems: SourceProblems;
  readonly #lexer: Lexer;
  readonly #tokens: Token[] = [];
  readonly #depths = new Map<RuleName, number>();
  readonly #recovery = new Recovery(this);
  /** The characters that do not belong to a token, by their position in the expression. */
  readonly #skipped = new Map<number, string>();
  #next = 0;
  #syntaxProblems = 0;

  constructor(problems: SourceProblems) {
    this.#problems = problems;
    this.#lexer = new Lexer(problems.text, (at, wrong) => {
      this.#skipped.set(at, wrong);
      this.report(at, `token recognition error at: '${wrong}'`);
    });
  }

  /**
   * Returns the syntax tree of the expression, and adds its problems to the list.
   *
   * @throws Stop if the parse stopped because of a limit
   */
  run(): Tree {
    this.#enter({ type: "call", rule: "start", precedence: 0, next: { type: "end" } });
    const root = this.frame.tree;
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) this.#step(frame);
    return root;
  }

  get frame(): ParserFrame {
    return this.frames.at(-1) as ParserFrame;
  }

  /** Index of the next token. */
  get index(): number {
    return this.#next;
  }

  /**
   * Returns the token at a relative position: 1 is the next token, 2 the token after it, and 0 the
   * last token that was read.
   */
  token(k: number): Token {
    while (this.#tokens.length < this.#next + k && this.#tokens.at(-1)?.kind !== "EOF")
      this.#tokens.push(this.#lexer.next());
    return (this.#tokens[this.#next + k - 1] ?? this.#tokens.at(-1)) as Token;
  }

  /** Goes to the next token. */
  consume(): void {
    if (this.token(1).kind !== "EOF") this.#next++;
  }

  /**
   * Adds a problem.
   *
   * @throws Stop if the expression has too many problems
   */
  report(at: number, message: string): void {
    const isTooMany = this.#syntaxProblems++ === 100;
    this.#problems.add(at, `Syntax error: ${isTooMany ? "More than 100 syntax errors" : message}`);
    if (isTooMany) this.stop();
  }

  /**
   * Adds a problem, and ends the parse.
   *
   * @throws Stop always
   */
  abort(message: string): never {
    this.#problems.add(undefined, message);
    this.stop();
  }

  /**
   * Ends the parse without adding a problem.
   *
   * @throws Stop always
   */
  stop(): never {
    throw new Stop();
  }

  #step(frame: ParserFrame): void {
    const { state } = frame;
    switch (state.type) {
      case "match":
        this.#match(frame, state);
        return;
      case "call":
        frame.state = state.next;
        this.#enter(state);
        return;
      case "choice":
        this.#choose(frame, state);
        return;
      case "wrap":
        this.#wrap(frame, state);
        return;
      case "end":
        this.#leave();
    }
  }

  #match(frame: ParserFrame, { kinds, next }: Match): void {
    let token: Token | undefined = this.token(1);
    if (kinds.has(token.kind)) {
      this.#recovery.end();
      this.consume();
    } else token = this.#recovery.inline(frame);
    if (token === undefined) {
      this.#mismatch(frame);
      return;
    }
    frame.tree.children.push(token);
    frame.state = next;
  }

  #choose(frame: ParserFrame, choice: Choice): void {
    if (!this.#recovery.synchronize(frame, choice)) {
      this.#mismatch(frame);
      return;
    }
    const prediction = predicted(choice, frame, (k) => this.token(k).kind);
    if ("fails" in prediction) {
      this.#noAlternative(prediction.fails);
      return;
    }
    const { alternative } = prediction;
    if (choice.isOfRule) frame.tree.alternative = alternative;
    frame.state = choice.alternatives[alternative] as State;
  }

  #wrap(frame: ParserFrame, { suffixes, next }: Wrap): void {
    const { kind } = this.token(1);
    if (!suffixes.some(({ precedence, kinds }) => precedence >= frame.precedence && kinds.has(kind))) {
      frame.state = { type: "end" };
      return;
    }
    const { rule, at } = frame.tree;
    this.#addDepth(rule, -1);
    this.#addDepth(rule, 1);
    frame.tree = { rule, children: [frame.tree], at };
    frame.trees++;
    frame.state = next;
  }

  #enter({ rule, precedence }: RuleCall): void {
    this.#addDepth(rule, 1);
    const tree: Tree = { rule, children: [], at: this.token(1).at };
    const outer = this.frames.at(-1);
    this.frames.push({ tree, state: startOf(rule), precedence, depth: this.frames.length, outer, trees: 1 });
  }

  #leave(): void {
    const { tree, trees } = this.frames.pop() as ParserFrame;
    // As in cel-go, leaving the rule reduces the depth once for each of its trees.
    for (let count = 0; count < trees; count++) this.#addDepth(tree.rule, -1);
    this.frames.at(-1)?.tree.children.push(tree);
  }

  #addDepth(rule: RuleName, change: number): void {
    const depth = (this.#depths.get(rule) ?? 0) + change;
    if (depth > deepest) this.abort(`expression recursion limit exceeded: ${String(deepest)}`);
    this.#depths.set(rule, Math.max(depth, 0));
  }

  #mismatch(frame: ParserFrame): void {
    const token = this.token(1);
    const expected = kindsText(this.#recovery.expected(frame.state));
    this.#fail(token, `mismatched input ${quotedToken(token.text)} expecting ${expected}`);
  }

  #noAlternative(count: number): void {
    const [first, last] = [this.token(1), this.token(count)];
    const input = first.kind === "EOF" ? first.text : this.#tokensText(first, last);
    const message = `no viable alternative at input ${quotedToken(input)}`;
    const word = /^'.(true|false|null)'$/.exec(quotedToken(input))?.[1];
    this.#fail(last, word === undefined ? message : `mismatched input '${word}' expecting IDENTIFIER`);
  }

  /**
   * Returns the source from one token to another, without characters that do not belong to a token.
   */
  #tokensText(first: Token, last: Token): string {
    const parts: string[] = [];
    let { at } = first;
    for (const [start, wrong] of this.#skipped) {
      if (start < at || start >= last.at) continue;
      parts.push(this.#problems.text.slice(at, start));
      at = start + wrong.length;
    }
    parts.push(this.#problems.text.slice(at, last.at), last.kind === "EOF" ? "" : last.text);
    return parts.join("");
  }

  /**
   * Leaves the current rule because of a problem, after skipping the tokens that cannot follow it.
   */
  #fail(token: Token, message: string): void {
    this.#recovery.report(token, message);
    this.#recovery.skip();
    this.#leave();
  }
}
