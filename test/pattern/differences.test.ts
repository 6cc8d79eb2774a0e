import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { buildJudge, Judge } from "../judge/go-judge.js";
import { runsAllCases } from "../sizes.js";
import { outcomeOf, type Outcome } from "./replay.js";
import type { Step } from "./random-case.js";

/** `true` if the text matches, or the error without its beginning. */
type Result = boolean | string;

/** A pattern, a text, and the results of Go and of re2js. */
type Row = readonly [pattern: string, text: string, go: Result, re2js: Result];

const range = (part: string): string => `invalid character class range: \`${part}\``;
const deep = `${"(".repeat(1001)}${")".repeat(1001)}`;
/** Letters of Unicode 16. The first one is the capital letter of U+0264. */
const [newCapital, newLetter] = ["\ua7cb", "\u{10d50}"];

/** What re2js has in another form than Go, and the runtime as Go. */
const translated: Readonly<Record<string, readonly Row[]>> = {
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

/** What the runtime has as re2js. */
const kept: Readonly<Record<string, readonly Row[]>> = {
  "cases of letters that are newer than Go's tables": [
    [`(?i)^\u0264$`, newCapital, false, true],
    [`(?i)^${newLetter}$`, "\u{10d70}", false, true],
  ],
};

const rows = [...Object.entries(translated), ...Object.entries(kept)].flatMap(([, group]) => group);

test.each(Object.entries(translated))("%s: the result is that of Go", (_what, group) => {
  for (const [pattern, text, go, re2js] of group) {
    expect(resultOf(outcomeOf({ pattern, texts: [text] })), pattern).toBe(go);
    expect(ofRE2JS(pattern, text), pattern).toBe(re2js);
  }
});

test.each(Object.entries(kept))("%s: the result is that of re2js", (_what, group) => {
  for (const [pattern, text, , re2js] of group) {
    expect(resultOf(outcomeOf({ pattern, texts: [text] })), pattern).toBe(re2js);
    expect(ofRE2JS(pattern, text), pattern).toBe(re2js);
  }
});

/** Go accepts programs that are 2.4 times as large. */
test("a pattern of 1.4 million instructions is refused", () => {
  const pattern = "x{1000}".repeat(1400);
  expect(outcomeOf({ pattern, texts: [""] }).error).toBe(`error parsing regexp: expression too large: \`${pattern}\``);
});

const problem = runsAllCases ? buildJudge("pattern") : "make test-all runs it";

describe.skipIf(problem !== undefined)("the table", () => {
  test("has the results of Go", async () => {
    const judge = new Judge<{ readonly steps: readonly Step[] }, Outcome>("pattern");
    const steps = rows.map(([pattern, text]) => ({ pattern, texts: [text] }));
    const [answer] = await judge.replay([{ steps }], 1);
    judge.stop();
    expect(answer?.[0]?.map(resultOf)).toEqual(rows.map(([, , go]) => go));
  });
});

function resultOf({ matches, error }: Outcome): Result {
  return error === undefined ? matches === "1" : withoutStart(error);
}

function ofRE2JS(pattern: string, text: string): Result {
  try {
    return RE2JS.compile(pattern).test(text);
  } catch (error) {
    return withoutStart((error as Error).message);
  }
}

function withoutStart(message: string): string {
  return message.replace(/^error parsing regexp: /, "");
}
