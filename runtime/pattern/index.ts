import { RE2JS, RE2JSSyntaxException } from "re2js";
import { translate, wrongRange } from "./translate.js";

/**
 * A compiled regular expression of Go. A search takes time that is linear in the length of the
 * string.
 */
export interface Pattern {
  /** The regular expression in Go's syntax. */
  readonly text: string;
  /** Reports whether any substring of a string matches. */
  readonly matches: (text: string) => boolean;
  /** Returns the first `most` substrings that match and do not overlap. */
  readonly findAll: (text: string, most: number) => readonly string[];
}

/**
 * Returns a regular expression with the syntax and the meaning of Go's package regexp. It is
 * compiled when it is first used.
 *
 * If Go refuses the regular expression, the functions of the result throw a SyntaxError with Go's
 * error message. The generators refuse such a regular expression.
 */
export function pattern(text: string): Pattern {
  let compiled: RE2JS | undefined;
  return {
    text,
    matches: (value) => (compiled ??= compile(text)).test(value),
    findAll: (value, most) => findAll((compiled ??= compile(text)), value, most),
  };
}

/**
 * Returns the first `most` matches. As in Go, an empty match directly after another match is
 * ignored.
 */
function findAll(compiled: RE2JS, text: string, most: number): readonly string[] {
  const matcher = compiled.matcher(text);
  const found: string[] = [];
  let end = -1;
  while (found.length < most && matcher.find()) {
    const isEmpty = matcher.start() === matcher.end();
    if (!isEmpty || matcher.start() !== end) found.push(matcher.group() ?? "");
    end = matcher.end();
  }
  return found;
}

/**
 * Returns an upper bound for the number of steps of a search. A step executes one instruction of
 * the compiled regular expression at one character. Most searches take fewer steps.
 *
 * @param maxLength the number of characters of the longest string
 * @throws SyntaxError with Go's error message for a regular expression that Go refuses
 */
export function maxSteps(pattern: string, maxLength: number): number {
  const size = compile(pattern).programSize();
  return size * (translate(pattern).isBounded ? Math.min(size, maxLength) : maxLength);
}

/** @throws SyntaxError with Go's error message for a regular expression that Go refuses */
function compile(pattern: string): RE2JS {
  const { text, fault, openClass } = translate(pattern);
  try {
    return RE2JS.compile(text);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const part = error.getPattern() ?? "";
    const code = error.getDescription();
    const original = code === "missing closing ]" ? openClass : ofWhole.test(code) ? pattern : part;
    const found = part === wrongRange && fault !== undefined ? fault : `${code}: \`${original ?? part}\``;
    throw new SyntaxError(`error parsing regexp: ${found}`, { cause: error });
  }
}

/** Matches the error codes for which Go's message contains the whole regular expression. */
const ofWhole = /^(missing closing \)|unexpected \)|expression .*)$/;
