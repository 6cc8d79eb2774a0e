import { classRanges, complement, withOtherCases } from "./class-ranges.js";

/** Result of `translate`. */
export interface Translation {
  readonly text: string;
  /**
   * Go's message for an error that re2js would not find; undefined if there is none. `text`
   * contains `wrongRange` at the position of the error, so that re2js fails there.
   */
  readonly fault: string | undefined;
  /**
   * The rest of Go's regular expression from a `[` whose `]` is missing; undefined if every `[` has
   * a `]`.
   */
  readonly openClass: string | undefined;
  /**
   * True if matches can only start at the start of the string, and the expression has no unlimited
   * repetition. A search then reads at most one character for each instruction.
   */
  readonly isBounded: boolean;
}

/** An invalid expression, which makes re2js throw an error at its position. */
export const wrongRange = String.raw`\p{?}`;

const one = String.raw`(?:\\x\{[^}]*\}?|\\x[^{][^]?|\\[^]?|[^\\])`;
const unicodeClass = /\\([pP])(?:\{(?:([^}]*)\}|[^]*)|([^{]))/uy;
const quotedOrOne = new RegExp(String.raw`\\Q[^]*?(?:\\E|$)|${one}`, "uy");
const group = /\((?:\?P?<[A-Za-z0-9_]+>|(?!\?))/uy;
const flags = /\(\?([imsU]*)(?:-([imsU]+))?([:)])/uy;
const loop = /[*+]|\{\d+,\}/y;
const posixClass = /\[:[^]*?:\]/uy;
const oneOrRange = new RegExp(String.raw`\\[dDsSwW]|${one}(?:-(?!\])${one})?`, "uy");

/**
 * Translates a regular expression from Go's syntax to the syntax of re2js. The syntaxes differ in
 * the names of character classes, in the version of Unicode, in named groups, and in the class
 * `[[:]`. Invalid parts that re2js refuses at the same position as Go are not changed.
 */
export function translate(pattern: string): Translation {
  const translator = new Translator(pattern);
  translator.run();
  return translator;
}

class Translator implements Translation {
  text = "";
  fault: string | undefined;
  openClass: string | undefined;
  isBounded: boolean;
  private at = 0;
  private groups = 0;
  private ignoresCase = false;
  /**
   * For each open group, the value of `ignoresCase` before the group. It is restored after the
   * group.
   */
  private readonly outer: boolean[] = [];

  constructor(private readonly pattern: string) {
    this.isBounded = /^(\(\?[isU]+\))?(\^|\\A)/.test(pattern);
  }

  run(): void {
    while (this.fault === undefined && this.at < this.pattern.length) {
      const next = this.pattern[this.at] as string;
      if (next === "[") this.readClass();
      else if (next === "(" || next === ")") this.readParenthesis();
      else if (!this.readUnicodeClass(["[", "]"])) {
        const repeats = this.take(loop)?.[0];
        if (repeats !== undefined || (next === "|" && this.outer.length === 0)) this.isBounded = false;
        this.text += repeats ?? this.take(quotedOrOne)?.[0] ?? "";
      }
    }
  }

  /**
   * Returns the match at the current position, and moves the position to the end of the match.
   * Returns undefined if the expression does not match there.
   */
  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern) ?? undefined;
    this.at += found?.[0].length ?? 0;
    return found;
  }

  private fail(code: string, part: string): void {
    this.fault = `${code}: \`${part}\``;
    this.text += wrongRange;
  }

  private readParenthesis(): void {
    if (this.pattern[this.at] === ")") {
      this.text += ")";
      this.at++;
      this.ignoresCase = this.outer.pop() ?? false;
    } else if (this.take(group) !== undefined) {
      // Groups get new names, because re2js refuses two groups with the same name.
      this.text += `(?<n${++this.groups}>`;
      this.outer.push(this.ignoresCase);
    } else this.readFlags();
  }

  private readFlags(): void {
    const found = this.take(flags);
    if (found !== undefined) {
      const [text, on = "", off = "", end] = found;
      this.text += text;
      if (end === ":") this.outer.push(this.ignoresCase);
      this.ignoresCase = (this.ignoresCase || on.includes("i")) && !off.includes("i");
      return;
    }
    const rest = this.pattern.slice(this.at);
    this.at = this.pattern.length;
    // If the expression ends after `(?P<`, Go's message contains `(?P`.
    if (/^\(\?P?<$/.test(rest)) this.fail("invalid or unsupported Perl syntax", rest.replace("P<", "P"));
    else this.text += rest;
  }

  private readClass(): void {
    const start = this.at;
    this.text += this.take(/\[\^?/y)?.[0] ?? "";
    do this.readItem();
    while (this.fault === undefined && this.at < this.pattern.length && this.pattern[this.at] !== "]");
    if (this.at >= this.pattern.length) this.openClass = this.pattern.slice(start);
    else this.text += this.take(/\]/y)?.[0] ?? "";
  }

  private readItem(): void {
    const named = this.take(posixClass)?.[0];
    if (named?.startsWith("[:]")) this.fail("invalid character class range", named);
    else if (named !== undefined) this.text += named;
    else if (this.take(/\[(?=:\])/y) !== undefined) this.text += String.raw`\[`;
    else if (!this.readUnicodeClass()) this.text += this.take(oneOrRange)?.[0] ?? "";
  }

  /**
   * Translates a class such as `\p{Lu}` to its code points. Returns false if no such class follows.
   */
  private readUnicodeClass([before, after] = ["", ""]): boolean {
    const found = this.take(unicodeClass);
    if (found === undefined) return false;
    const [text, letter, inBraces, alone] = found;
    const name = inBraces ?? alone;
    const ranges = name === undefined ? undefined : classRanges(name.replace(/^\^/, ""));
    if (ranges === undefined) {
      this.fail("invalid character class range", text);
      return true;
    }
    const isNegative = (letter === "P") !== name?.startsWith("^");
    const given = isNegative ? complement(this.ignoresCase ? withOtherCases(ranges) : ranges) : ranges;
    const items = given.map(([first, last]) => `\\x{${first.toString(16)}}-\\x{${last.toString(16)}}`);
    this.text += `${before}${items.length === 0 ? String.raw`\P{Any}` : items.join("")}${after}`;
    return true;
  }
}
