import type { Outcome } from "./replay.js";

/** `true` if the text matches, or the error without its beginning. */
export type Result = boolean | string;

/** A pattern, a text, and the results of Go and of re2js. */
export type Row = readonly [pattern: string, text: string, go: Result, re2js: Result];

const range = (part: string): string => `invalid character class range: \`${part}\``;
const deep = `${"(".repeat(1001)}${")".repeat(1001)}`;
/** Letters of Unicode 16. The first one is the capital letter of U+0264. */
const [newCapital, newLetter] = ["\ua7cb", "\u{10d50}"];

/** Differences of re2js from Go that the runtime removes. */
export const translated: Readonly<Record<string, readonly Row[]>> = {
  "names of classes that only Go knows": [
    [String.raw`^\p{Letter}$`, "é", true, range(String.raw`\p{Letter}`)],
    [String.raw`^\p{Uppercase_Letter}$`, "É", true, range(String.raw`\p{Uppercase_Letter}`)],
    [String.raw`^\p{ lower-case letter }$`, "É", false, range(String.raw`\p{ lower-case letter }`)],
    [String.raw`^\p{greek}$`, "α", true, range(String.raw`\p{greek}`)],
    [String.raw`^\P{^GREEK}$`, "α", true, range(String.raw`\P{^GREEK}`)],
    [String.raw`^\p{lu}\pl$`, "Éé", true, range(String.raw`\p{lu}`)],
    [String.raw`^\p{ASCII}$`, "é", false, range(String.raw`\p{ASCII}`)],
    [String.raw`^\p{digit}\p{punct}$`, "1,", true, range(String.raw`\p{digit}`)],
    [String.raw`^[^\p{Other}\p{Mark}]$`, "x", true, range(String.raw`\p{Other}`)],
  ],
  "names of classes that only re2js knows": [
    [String.raw`\p{Emoji}`, "x", range(String.raw`\p{Emoji}`), false],
    [String.raw`[a\P{White_Space}]`, "x", range(String.raw`\P{White_Space}`), true],
    [String.raw`\p{Dash}`, "-", range(String.raw`\p{Dash}`), true],
    [String.raw`\p{Old_Italic}`, "x", range(String.raw`\p{Old_Italic}`), false],
    [String.raw`\p{SignWriting}`, "x", range(String.raw`\p{SignWriting}`), false],
    [String.raw`\p{Garay}`, "x", range(String.raw`\p{Garay}`), false],
  ],
  "characters that are newer than Go's tables": [
    [String.raw`^\p{L}$`, newLetter, false, true],
    [String.raw`^\p{Cn}$`, newLetter, true, false],
    [String.raw`^[a\P{Lu}]$`, newCapital, true, false],
  ],
  "two groups of one name": [
    ["(?P<a>x)(?P<a>y)", "xy", true, "duplicate capture group name: `a`"],
    ["(?<a>x)|(?<a>y)", "y", true, "duplicate capture group name: `a`"],
  ],
  "the class of a bracket and a colon": [
    ["^[[:]$", "[", true, range("[:]")],
    ["[[:]a:]]", "x", range("[:]a:]"), range("[:]")],
  ],
  "texts of errors": [
    ["(?<", "", "invalid or unsupported Perl syntax: `(?<`", "invalid named capture: `(?<`"],
    ["(?P<", "", "invalid or unsupported Perl syntax: `(?P`", "invalid named capture: `(?P<`"],
    ["a\\", "", "trailing backslash at end of expression: ``", "trailing backslash at end of expression"],
    [deep, "", `expression nests too deeply: \`${deep}\``, "expression nests too deeply"],
  ],
};

/** Differences of re2js from Go that the runtime has, too. */
export const kept: Readonly<Record<string, readonly Row[]>> = {
  "cases of letters that are newer than Go's tables": [
    [`(?i)^\u0264$`, newCapital, false, true],
    [`(?i)^${newLetter}$`, "\u{10d70}", false, true],
  ],
};

export function resultOf({ matches, error }: Outcome): Result {
  return error === undefined ? matches === "1" : withoutStart(error);
}

/** Returns an error without the words that all errors of patterns begin with. */
export function withoutStart(message: string): string {
  return message.replace(/^error parsing regexp: /, "");
}
