import { underlying } from "../../engine/model/lookup.js";
import type { Type, Universe } from "../../engine/model/universe.js";
import type { RuleRecord } from "./rules.js";

/** Scalar types whose values are texts of a certain syntax. */
const syntaxes: ReadonlySet<string> = new Set(["bytes", "Duration", "MicroTime", "Quantity", "Time"]);

/** Rules for which fuzzers change a text. */
const ofTexts: ReadonlySet<string> = new Set(["minLength", "maxLength", "pattern"]);

/**
 * Returns the rule that a text keeps the syntax of its type, if other rules of the text can change
 * it. Without this rule, a fuzzer could shorten the duration `1m0s` to `1m0`.
 */
export function syntaxRule(universe: Universe, type: Type, others: readonly RuleRecord[]): readonly RuleRecord[] {
  const under = underlying(universe, type);
  const hasSyntax = under.kind === "scalar" && syntaxes.has(under.name);
  return hasSyntax && others.some(({ kind }) => ofTexts.has(kind)) ? [{ kind: "syntax", of: under.name }] : [];
}
