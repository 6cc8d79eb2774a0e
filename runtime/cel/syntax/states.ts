import { oncePer } from "../../util/once-per.js";
import { grammar, type Part, type Predict, type RuleName } from "./grammar.js";
import type { TokenKind } from "./token.js";

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
  /**
   * Selects the alternative by several tokens. If undefined, the next token decides: the parser
   * takes the alternative that can begin with this token, or the last alternative if none can.
   */
  readonly predict?: Predict | undefined;
  /** True if the tree records the chosen alternative. */
  readonly labeled: boolean;
  /** True if the choice comes after a part that may be repeated. */
  readonly isRepetition: boolean;
}

/**
 * A state that wraps the tree of its rule if a suffix with sufficient precedence follows: the tree
 * becomes the first child of a new tree of the same rule.
 */
export interface Wrap {
  readonly type: "wrap";
  readonly suffixes: readonly { readonly precedence: number; readonly first: ReadonlySet<TokenKind> }[];
  readonly next: State;
}

/** The state at the end of a rule. */
export interface End {
  readonly type: "end";
}

/** The kinds of tokens that may come next. `isEnd` is true if the rule may end here. */
export interface NextKinds {
  readonly kinds: ReadonlySet<TokenKind>;
  readonly isEnd: boolean;
}

const end: End = { type: "end" };
const starts = new Map<RuleName, State>();

/** Returns the first state of a rule. */
export function startOf(rule: RuleName): State {
  let start = starts.get(rule);
  if (start === undefined) starts.set(rule, (start = stateOf(grammar[rule], end)));
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
      return union(state.alternatives.map(nextKinds));
    case "wrap":
      return { kinds: new Set(state.suffixes.flatMap(({ first }) => Array.from(first))), isEnd: true };
    case "end":
      return { kinds: new Set(), isEnd: true };
  }
}

function union(parts: readonly NextKinds[]): NextKinds {
  return {
    kinds: new Set(parts.flatMap(({ kinds }) => Array.from(kinds))),
    isEnd: parts.some(({ isEnd }) => isEnd),
  };
}

function stateOf(parts: readonly Part[], next: State): State {
  return parts.reduceRight(partOf, next);
}

function partOf(next: State, part: Part): State {
  if (typeof part === "string") return { type: "match", kinds: new Set([part]), next };
  if ("oneOf" in part) return { type: "match", kinds: new Set(part.oneOf), next };
  if ("rule" in part) return { type: "call", rule: part.rule, precedence: part.precedence ?? 0, next };
  if ("optional" in part) return choice([stateOf(part.optional, next), next]);
  if ("repeated" in part) return loop(part.repeated, next, { predict: part.predict });
  if ("several" in part)
    return stateOf(part.several, loop(part.several, next, { predict: part.predict, isRepetition: true }));
  if ("alternatives" in part)
    return choice(
      part.alternatives.map((each) => stateOf(each, next)),
      { predict: part.predict, labeled: true },
    );
  return leftRecursive(part);
}

type ChoiceOptions = Partial<Pick<Choice, "predict" | "labeled" | "isRepetition">>;

function choice(
  alternatives: readonly State[],
  { predict, labeled = false, isRepetition = false }: ChoiceOptions = {},
): Choice {
  return { type: "choice", alternatives, predict, labeled, isRepetition };
}

function loop(parts: readonly Part[], next: State, options: ChoiceOptions): State {
  const alternatives: State[] = [];
  const state = choice(alternatives, options);
  alternatives.push(stateOf(parts, state), next);
  return state;
}

function leftRecursive({ first, suffixes, predict }: Extract<Part, { first: RuleName }>): State {
  const alternatives: State[] = [];
  const wraps: { precedence: number; first: ReadonlySet<TokenKind> }[] = [];
  const state: Wrap = { type: "wrap", suffixes: wraps, next: choice(alternatives, { predict, labeled: true }) };
  for (const { precedence, parts } of suffixes) {
    const suffix = stateOf(parts, state);
    alternatives.push(suffix);
    wraps.push({ precedence, first: nextKinds(suffix).kinds });
  }
  return { type: "call", rule: first, precedence: 0, next: state };
}
