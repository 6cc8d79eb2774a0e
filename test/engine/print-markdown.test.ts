import fc from "fast-check";
import { marked, type Token, type Tokens } from "marked";
import { expect, test } from "vitest";
import { markdownCode, markdownText } from "../../engine/print/markdown.js";

/** Strings in which markup of Markdown and HTML is frequent. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from("`|\\<>&*_[]()!#~:/\n\r\t\u2028 a1")),
    fc.constantFrom(
      "<script>",
      "</code>",
      "-->",
      "](javascript:",
      "https://a.b",
      "www.a.b",
      "a@b.c",
      "&lt;",
      "&#96;",
      "```",
      "__x__",
    ),
  ),
  maxLength: 12,
});

/** Returns the cells of a table with one row, as marked reads them. */
function cellsOf(markdown: string): readonly (readonly Token[])[] {
  const [table, ...others] = marked.lexer(`| a | b |\n|---|---|\n| ${markdown} | end |\n`);
  expect(others).toEqual([]);
  const { rows } = table as Tokens.Table;
  expect(rows).toHaveLength(1);
  return (rows[0] ?? []).map(({ tokens }) => tokens);
}

/** Returns the characters that a browser shows. */
function shown(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ("text" in token ? String(token.text) : token.raw))
    .join("")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

test("a string in a cell of a table is only text, and its characters stay", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const [cell = [], end] = cellsOf(`x${markdownText(text)}x`);
      expect(cell.filter(({ type }) => type !== "text")).toEqual([]);
      expect(shown(cell)).toBe(`x${oneLine(text)}x`);
      expect(end).toHaveLength(1);
    }),
  );
});

test("inline code in a cell of a table is one element, and its characters stay", () => {
  fc.assert(
    fc.property(
      hostile.filter((text) => text !== ""),
      (text) => {
        const [cell = [], end] = cellsOf(markdownCode(text));
        const [first, ...others] = cell;
        expect(end).toHaveLength(1);
        if (first?.type === "codespan") {
          expect([others, first.raw]).toEqual([[], `\`${text}\``]);
          return;
        }
        expect(cell.filter(({ type }) => type === "html").map(({ raw }) => raw)).toEqual(["<code>", "</code>"]);
        expect(shown(cell.filter(({ type }) => type !== "html"))).toBe(oneLine(text));
      },
    ),
  );
});
