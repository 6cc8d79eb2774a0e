import { oncePer } from "../../util/once-per.js";
import type { TokenKind } from "./token.js";

/** The grammar of CEL in the notation of ANTLR, as in cel-go (CEL.g4). */
const grammar = {
  start: "expr EOF",
  expr: "conditionalOr ('?' conditionalOr ':' expr)?",
  conditionalOr: "conditionalAnd ('||' conditionalAnd)*",
  conditionalAnd: "relation ('&&' relation)*",
  relation: "calc | relation ('<'|'<='|'>='|'>'|'=='|'!='|'in') relation",
  calc: "unary | calc ('*'|'/'|'%') calc | calc ('+'|'-') calc",
  unary: "member | '!'+ member | '-'+ member",
  member: `
      primary
    | member '.' '?'? escapeIdent
    | member '.' IDENTIFIER '(' exprList? ')'
    | member '[' '?'? expr ']'`,
  primary: `
      '.'? IDENTIFIER
    | '.'? IDENTIFIER '(' exprList? ')'
    | '(' expr ')'
    | '[' listInit? ','? ']'
    | '{' mapInitializerList? ','? '}'
    | '.'? IDENTIFIER ('.' IDENTIFIER)* '{' fieldInitializerList? ','? '}'
    | literal`,
  exprList: "expr (',' expr)*",
  listInit: "optExpr (',' optExpr)*",
  fieldInitializerList: "optField ':' expr (',' optField ':' expr)*",
  optField: "'?'? escapeIdent",
  mapInitializerList: "optExpr ':' expr (',' optExpr ':' expr)*",
  escapeIdent: "IDENTIFIER | ESC_IDENTIFIER",
  optExpr: "'?'? expr",
  literal: "'-'? NUM_INT | NUM_UINT | '-'? NUM_FLOAT | STRING | BYTES | 'true' | 'false' | 'null'",
} as const;

export type RuleName = keyof typeof grammar;

/** A state of the parser within a rule. */
export type State = Match | RuleCall | Choice | Wrap | End;

/** A state that expects one token. */
export interface Match {
  readonly type: "match";
  readonly kinds: ReadonlySet<TokenKind>;
  readonly next: State;
}

/** A state that enters another rule. */
export interface RuleCall {
  readonly type: "call";
  readonly rule: RuleName;
  readonly precedence: number;
  readonly next: State;
}

/**
 * A state that chooses between alternatives. In a loop, the parts of the loop lead back to this
 * state.
 */
export interface Choice {
  readonly type: "choice";
  readonly alternatives: readonly State[];
  /** True for the alternatives of a rule. The tree records the chosen one. */
  readonly isOfRule: boolean;
  /** True for the choice after a part with `+`, which repeats the part or continues after it. */
  readonly isRepetition: boolean;
  /** The alternatives that the kind of the next token allows, for the kinds that occurred. */
  readonly known: Map<TokenKind, readonly number[]>;
}

/**
 * A state of a rule that begins with itself. It wraps the tree of the rule if a suffix with
 * sufficient precedence follows: the tree becomes the first child of a new tree of the same rule.
 */
export interface Wrap {
  readonly type: "wrap";
  /** The alternatives of `next`, each with its precedence and with the kinds of its first token. */
  readonly suffixes: readonly Suffix[];
  readonly next: Choice;
}

interface Suffix {
  readonly precedence: number;
  readonly kinds: ReadonlySet<TokenKind>;
  readonly state: State;
}

/** The state at the end of a rule. */
export interface End {
  readonly type: "end";
}

/** The kinds of tokens that may come next. `isEnd` is true if the rule may end here. */
interface NextKinds {
  readonly kinds: ReadonlySet<TokenKind>;
  readonly isEnd: boolean;
}

const end: End = { type: "end" };
const starts = new Map<RuleName, State>();

/** Returns the first state of a rule. */
export function startOf(rule: RuleName): State {
  let start = starts.get(rule);
  if (start === undefined) starts.set(rule, (start = new RuleReader(rule).start()));
  return start;
}

/**
 * Returns the kinds of tokens that may come next in a rule. The recursion ends, because no rule can
 * be empty and each part of a loop begins with a token.
 */
export const nextKinds: (state: State) => NextKinds = oncePer(computed);

function computed(state: State): NextKinds {
  switch (state.type) {
    case "match":
      return { kinds: state.kinds, isEnd: false };
    case "call":
      return nextKinds(startOf(state.rule));
    case "choice":
      return {
        kinds: new Set(state.alternatives.flatMap((each) => Array.from(nextKinds(each).kinds))),
        isEnd: state.alternatives.some((each) => nextKinds(each).isEnd),
      };
    case "wrap":
      return { kinds: nextKinds(state.next).kinds, isEnd: true };
    case "end":
      return { kinds: new Set(), isEnd: true };
  }
}

/** Returns the first state of a part of a rule, given the state after the part. */
type Part = (next: State) => State;

/** The precedence of the first alternative of a rule; each further alternative has one less. */
const highest = 9;

/** Reads a rule of the grammar. */
class RuleReader {
  readonly #rule: RuleName;
  readonly #words: readonly string[];
  #at = 0;
  #precedence = highest;

  constructor(rule: RuleName) {
    this.#rule = rule;
    this.#words = grammar[rule].match(/'[^']+'|\w+|[()|?*+]/g) ?? [];
  }

  start(): State {
    const parts: Part[] = [];
    const suffixes: (readonly [precedence: number, part: Part])[] = [];
    do {
      if (this.#takes(this.#rule)) suffixes.push([this.#precedence, this.#sequence()]);
      else parts.push(this.#sequence());
      this.#precedence--;
    } while (this.#takes("|"));
    const [first, second] = parts;
    if (first !== undefined && second === undefined) return first(suffixes.length === 0 ? end : wrapOf(suffixes));
    const alternatives = parts.map((part) => part(end));
    return choice(alternatives, true);
  }

  #takes(word: string): boolean {
    const isNext = this.#words[this.#at] === word;
    if (isNext) this.#at++;
    return isNext;
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#words.length && !["|", ")"].includes(this.#words[this.#at] ?? "")) parts.push(this.#part());
    return (next) => parts.reduceRight((after, part) => part(after), next);
  }

  #part(): Part {
    const part = this.#takes("(") ? this.#group() : this.#word();
    if (this.#takes("?")) return (next) => choice([part(next), next]);
    if (this.#takes("*")) return loop(part, false);
    if (!this.#takes("+")) return part;
    return (next) => part(loop(part, true)(next));
  }

  /** Reads parts in parentheses, or several tokens of which one is expected. */
  #group(): Part {
    const start = this.#at;
    const sequence = this.#sequence();
    if (this.#takes(")")) return sequence;
    const close = this.#words.indexOf(")", start);
    this.#at = close + 1;
    return match(this.#words.slice(start, close).filter((word) => word !== "|"));
  }

  /** Reads the name of a rule, or a token. */
  #word(): Part {
    const word = this.#words[this.#at++] ?? "";
    if (!Object.hasOwn(grammar, word)) return match([word]);
    // The right operand of an operator has no operators of the same or of a lower precedence.
    const precedence = word === this.#rule ? this.#precedence + 1 : 0;
    return (next) => ({ type: "call", rule: word as RuleName, precedence, next });
  }
}

function match(words: readonly string[]): Part {
  const kinds = new Set(words.map((word) => word.replaceAll("'", "") as TokenKind));
  return (next) => ({ type: "match", kinds, next });
}

function choice(alternatives: readonly State[], isOfRule = false, isRepetition = false): Choice {
  return { type: "choice", alternatives, isOfRule, isRepetition, known: new Map() };
}

function loop(part: Part, isRepetition: boolean): Part {
  return (next) => {
    const alternatives: State[] = [];
    const state = choice(alternatives, false, isRepetition);
    alternatives.push(part(state), next);
    return state;
  };
}

function wrapOf(parts: readonly (readonly [precedence: number, part: Part])[]): Wrap {
  const alternatives: State[] = [];
  const suffixes: Suffix[] = [];
  const wrap: Wrap = { type: "wrap", suffixes, next: choice(alternatives, true) };
  for (const [precedence, part] of parts) {
    const state = part(wrap);
    alternatives.push(state);
    suffixes.push({ precedence, kinds: nextKinds(state).kinds, state });
  }
  return wrap;
}
