import { nextKinds, startOf, type Choice, type State } from "./grammar.js";
import type { TokenKind } from "./token.js";

/** A rule that is not finished, and the rule that entered it. */
export interface OpenRule {
  readonly state: State;
  readonly precedence: number;
  readonly depth: number;
  readonly outer: OpenRule | undefined;
}

/** The state that an alternative reaches with some tokens. */
interface Way {
  readonly alternative: number;
  readonly rule: OpenRule;
}

/**
 * Returns the alternative that the next tokens select, or the number of tokens after which no
 * alternative matches. If the next token fits no alternative of an optional or repeated part,
 * returns the last alternative, which omits the part. As in ANTLR, if no alternative matches,
 * returns an alternative that has finished its rule. If several alternatives match the same tokens,
 * returns the first of them.
 *
 * @param ahead returns the kind of the k-th next token, where 1 is the next one
 */
export function predicted(
  choice: Choice,
  { precedence, depth, outer }: OpenRule,
  ahead: (k: number) => TokenKind,
): { readonly alternative: number } | { readonly fails: number } {
  const possible = alternativesFor(choice, ahead(1));
  const [only] = possible;
  if (only === undefined) return { fails: 1 };
  if (possible.length === 1) return { alternative: only };
  let ways: Way[] = possible.map((alternative) => {
    const state = choice.alternatives[alternative] as State;
    return { alternative, rule: { state, precedence, depth, outer } };
  });
  for (let k = 1; ; k++) {
    const next: Way[] = [];
    for (const { alternative, rule } of ways) continueWay(rule, alternative, ahead(k), next);
    const [first] = next;
    if (first === undefined) {
      const finished = ways.find(({ rule }) => hasLeft(rule, depth));
      return finished === undefined ? { fails: k } : { alternative: finished.alternative };
    }
    const { alternative } = first;
    if (next.every((way) => way.alternative === alternative || isSameRule(way.rule, first.rule)))
      return { alternative };
    ways = next;
  }
}

/** Returns the alternatives that the kind of the next token allows. */
function alternativesFor({ alternatives, isOfRule, known }: Choice, kind: TokenKind): readonly number[] {
  let possible = known.get(kind);
  if (possible !== undefined) return possible;
  const fits = (state: State): boolean => nextKinds(state).kinds.has(kind);
  if (alternatives.some(fits))
    possible = Array.from(alternatives.keys()).filter((each) => canBe(alternatives[each] as State, kind));
  else possible = isOfRule ? [] : [alternatives.length - 1];
  known.set(kind, possible);
  return possible;
}

/** Reports whether a token may be next in a state, or after its rule. */
function canBe(state: State, kind: TokenKind): boolean {
  const { kinds, isEnd } = nextKinds(state);
  return isEnd || kinds.has(kind);
}

/**
 * Continues a way with a token, and adds its new states to `found`. The token can match in several
 * places.
 */
function continueWay(rule: OpenRule, alternative: number, kind: TokenKind, found: Way[]): void {
  const { state, precedence, depth, outer } = rule;
  if (!canBe(state, kind)) return;
  switch (state.type) {
    case "match":
      found.push({ alternative, rule: { state: state.next, precedence, depth, outer } });
      return;
    case "call": {
      const own = { state: state.next, precedence, depth, outer };
      const inner = { state: startOf(state.rule), precedence: state.precedence, depth: depth + 1, outer: own };
      continueWay(inner, alternative, kind, found);
      return;
    }
    case "choice":
      for (const each of state.alternatives)
        continueWay({ state: each, precedence, depth, outer }, alternative, kind, found);
      return;
    case "wrap":
      for (const suffix of state.suffixes)
        if (suffix.precedence >= precedence)
          continueWay({ state: suffix.state, precedence, depth, outer }, alternative, kind, found);
      if (outer !== undefined) continueWay(outer, alternative, kind, found);
      return;
    case "end":
      if (outer !== undefined) continueWay(outer, alternative, kind, found);
  }
}

/** Reports whether a rule at a depth can end without another token. */
function hasLeft({ state, depth: own, outer }: OpenRule, depth: number): boolean {
  return own < depth || (nextKinds(state).isEnd && (outer === undefined || hasLeft(outer, depth)));
}

function isSameRule(a: OpenRule | undefined, b: OpenRule | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  return a.state === b.state && a.precedence === b.precedence && isSameRule(a.outer, b.outer);
}
