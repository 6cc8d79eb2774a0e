import { classRanges, complement, withOtherCases } from "./class-ranges.js";

/** A regular expression in the syntax of re2js. */
export interface Translation {
  readonly text: string;
  /** The message of a problem that only Go finds. `text` contains `wrongRange` at its position. */
  readonly fault: string | undefined;
  /**
   * The part of the original that starts with a class of characters without `]`; undefined if there
   * is none.
   */
  readonly openClass: string | undefined;
  /** True if the search ends after at most one character for each instruction of the program. */
  readonly isBounded: boolean;
}

/** A translation that re2js refuses. */
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
 * Translates a regular expression of Go to the syntax of re2js. The two differ in the names of
 * classes of characters, in the version of Unicode, in named groups, and in the class `[[:]`. Parts
 * that re2js refuses at the same position as Go are not changed.
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
  /** The value of `ignoresCase` before each open group, to be restored at the group's end. */
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

  /** Returns the match at the current position, and moves to its end. */
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
      // re2js, unlike Go, refuses equal names of groups.
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
    // Go reads no name at the end of a regular expression.
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
   * Replaces a class such as `\p{Lu}` by its code points. Returns false if no such class follows.
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
