import fc from "fast-check";
import { expect, test } from "vitest";
import {
  escapeBlock,
  escapeLine,
  unescapeLiteral,
  unescapeBlock,
  unescapeLine,
  unescapeQuoted,
  withoutContinuations,
} from "../../engine/markers/escapes.js";

/** Strings in which the characters of comments and escapes are frequent. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from("*/\\+@`~-{}\"'\r\n\t\u2028\u2029\u202e\0 ")),
    fc.constantFrom("TODO", "---", "```", "{@link", "+default", "@example"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

test("each string comes back from a block comment, which it does not end", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(escapeBlock(text)).not.toContain("*/");
      expect(unescapeBlock(escapeBlock(text))).toBe(text);
    }),
  );
});

test("each line of a description comes back, and is neither a marker nor a tag", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(escapeLine(text)).not.toMatch(/^\s*([+@]\S|TODO|---\s*$|```|~~~)|\{@link/);
      expect(unescapeLine(escapeLine(text))).toBe(text);
    }),
  );
});

test("a backslash after a word at the end continues a line, and no escaped line is continued", () => {
  expect(withoutContinuations(["a long\\", "line\\", "ends", "here \\", "and\\\\", "there\\"])).toEqual([
    "a long line ends",
    "here \\",
    "and\\\\",
    "there\\",
  ]);
  fc.assert(
    fc.property(fc.array(hostile), (lines) => {
      expect(withoutContinuations(lines.map(escapeLine)).map(unescapeLine)).toEqual(lines);
    }),
  );
});

test("each value is one line of printable characters as a literal, and comes back by both ways of reading", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const literal = unescapeLiteral(text);
      expect(literal).not.toMatch(/[\p{Cc}\u2028-\u202e]/u);
      expect(JSON.parse(literal)).toBe(text);
      expect(unescapeQuoted(literal.slice(1, -1))).toBe(text);
    }),
  );
});

test("a line without escapes is not changed", () => {
  for (const line of ["a \\+ b", "C:\\path", "\\d+", "x \\@y", "5 */ 6", "\\- item", "\\ +"])
    expect(unescapeLine(line)).toBe(line);
  expect(unescapeBlock("**\\b** / \\/ *")).toBe("**\\b** / \\/ *");
});
