import { RE2JS } from "re2js";

/** A regular expression of RE2. It searches in a time that grows linearly with the text. */
export interface Pattern {
  /** The regular expression as it is written. */
  readonly text: string;
  /** Reports whether a part of a text matches. */
  readonly matches: (text: string) => boolean;
}

/**
 * Returns a regular expression with the syntax of RE2, which Go's regexp package has too. It is
 * compiled when it is used for the first time.
 *
 * The function `matches` throws RE2JSSyntaxException if the regular expression is not valid. The
 * generators refuse such a pattern.
 */
export function pattern(text: string): Pattern {
  let compiled: RE2JS | undefined;
  return {
    text,
    matches(value) {
      compiled ??= RE2JS.compile(text);
      return compiled.test(value);
    },
  };
}
