import * as fc from "fast-check";
import { translate } from "../../pattern/translate.js";

/**
 * Returns strings that match a regular expression, if JavaScript supports its syntax. RE2 has flags
 * and classes that JavaScript does not have.
 */
export function patternSamples(pattern: string, seed: number): readonly string[] {
  const { arbitrary } = compiled(pattern);
  return arbitrary === undefined ? [] : fc.sample(arbitrary, { seed, numRuns: 5 });
}

/**
 * Reports whether a string matches a regular expression. If JavaScript does not support the syntax,
 * no string matches.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return compiled(pattern).expression?.test(text) ?? false;
}

/**
 * A regular expression of JavaScript, and the arbitrary of the strings that match it. Both are
 * undefined for syntax that JavaScript does not support.
 */
interface Compiled {
  readonly expression?: RegExp;
  readonly arbitrary?: fc.Arbitrary<string>;
}

const known = new Map<string, Compiled>();

function compiled(pattern: string): Compiled {
  const found = known.get(pattern) ?? compile(pattern);
  known.set(pattern, found);
  return found;
}

function compile(pattern: string): Compiled {
  try {
    // In JavaScript, this flag can only apply to the whole expression.
    const ignoresCase = /^\^?\(\?i\)/.test(pattern);
    // JavaScript does not know all names of classes, and does not allow two groups with the same
    // name.
    const { text } = translate(ignoresCase ? pattern.replace("(?i)", "") : pattern);
    const source = text.replace(/\\x\{|\\[^]/g, (escape) => (escape === "\\x{" ? "\\u{" : escape));
    const expression = new RegExp(source, ignoresCase ? "iu" : "u");
    // The flag `i` is left out, because fast-check does not support it.
    return { expression, arbitrary: fc.stringMatching(new RegExp(source, "u")) };
  } catch {
    return {};
  }
}
