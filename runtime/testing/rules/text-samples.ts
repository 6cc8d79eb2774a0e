import { oncePerText } from "../../util/once-per.js";
import * as fc from "fast-check";
import { translate } from "../../pattern/translate.js";

/**
 * Returns strings that match a regular expression of RE2. The result is empty if JavaScript does
 * not support the syntax of the expression: RE2 has additional flags and character classes.
 */
export function patternSamples(pattern: string, seed: number): readonly string[] {
  const { arbitrary } = compiled(pattern);
  return arbitrary === undefined ? [] : fc.sample(arbitrary, { seed, numRuns: 5 });
}

/**
 * Reports whether a string matches a regular expression. Returns false if JavaScript does not
 * support the syntax of the expression.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return compiled(pattern).expression?.test(text) ?? false;
}

/**
 * A JavaScript regular expression, and an arbitrary of strings that match it. Both are absent if
 * JavaScript does not support the syntax.
 */
interface Compiled {
  readonly expression?: RegExp;
  readonly arbitrary?: fc.Arbitrary<string>;
}

const compiled: (pattern: string) => Compiled = oncePerText(Infinity, compile);

function compile(pattern: string): Compiled {
  try {
    // RE2 has the flag `(?i)`. In JavaScript, it must apply to the whole expression.
    const ignoresCase = /^\^?\(\?i\)/.test(pattern);
    // JavaScript does not have all character classes of RE2, and does not allow two groups with
    // the same name.
    const { text } = translate(ignoresCase ? pattern.replace("(?i)", "") : pattern);
    const source = text.replace(/\\x\{|\\[^]/g, (escape) => (escape === "\\x{" ? "\\u{" : escape));
    const expression = new RegExp(source, ignoresCase ? "iu" : "u");
    // The flag `i` is left out, because fast-check does not support it.
    return { expression, arbitrary: fc.stringMatching(new RegExp(source, "u")) };
  } catch {
    return {};
  }
}
