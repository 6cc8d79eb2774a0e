import { expect, test } from "vitest";
import { isGenerated, read, sourceFiles } from "./source-files.js";

const written = sourceFiles().filter((path) => !isGenerated(path));

/** Matches a line of a comment, or of a multi-line string that contains code with comments. */
const comment = /^\s*(\/\/|\/?\*)/;
/** Matches comments that cannot be wrapped: markers, tables, links, and directives for tools. */
const unwrappable = /^\s*(\/\/\/|\/\/|\/?\*+) *(\+|\||@|oxlint-|@ts-|\S+$)|https?:\/\//;

function tooWide(path: string, isTooWide: (line: string) => boolean): string[] {
  return read(path)
    .split("\n")
    .flatMap((line, index) => (isTooWide(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}

test("comments wrap at 100 columns", () => {
  const wide = (line: string) => line.length > 100 && comment.test(line) && !unwrappable.test(line);
  expect(written.flatMap((path) => tooWide(path, wide))).toEqual([]);
});

test("code wraps at 120 columns; only string literals that cannot be broken are wider", () => {
  const literals = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?|\/(?:[^/\\]|\\.)+\/[a-z]*/g;
  // Tests and printers contain multi-line strings, whose lines this test cannot recognise.
  const hasTexts = (path: string) => /^test\/|^cmd\/codegen\/report\//.test(path);
  const wide = (line: string) => line.length > 120 && !comment.test(line) && line.replace(literals, '""').length > 120;
  expect(written.filter((path) => !hasTexts(path)).flatMap((path) => tooWide(path, wide))).toEqual([]);
});
