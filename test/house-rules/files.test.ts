import { expect, test } from "vitest";
import { isGenerated, read, sourceFiles } from "./source-files.js";

const lines = (path: string) => read(path).split("\n").length - 1;

const written = sourceFiles().filter((path) => !isGenerated(path));

test("no hand-written file is longer than 400 lines", () => {
  expect(written.map((path) => ({ path, lines: lines(path) })).filter((file) => file.lines > 400)).toEqual([]);
});

test("hand-written files stay small: median at most 120 lines, nine in ten at most 300", () => {
  const sorted = written
    .filter((path) => !path.startsWith("test/"))
    .map(lines)
    .sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(120);
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(300);
});

test("file names are kebab-case", () => {
  const kebab = /^(zz_generated(\.[a-z0-9_]+)+|[a-z0-9]+(-[a-z0-9]+)*(\.(test|config))*)\.ts$/;
  expect(sourceFiles().filter((path) => !kebab.test(path.split("/").pop() as string))).toEqual([]);
});

// The words are split so that this file does not match itself. The linter reports `any`.
const escapes = new RegExp(
  ["as unknown" + " as", "lint" + "-disable", "@ts" + "-(ignore|expect-error|nocheck)", "prettier" + "-ignore"].join(
    "|",
  ),
);

test("a directive that suppresses the type checker or the linter has a comment with the reason", () => {
  const bare = written.flatMap((path) => {
    const text = read(path).split("\n");
    return text.flatMap((line, index) => {
      if (!escapes.test(line)) return [];
      const explained = / -- \S/.test(line) || /^\s*(\/\/|\*|\/\*\*)/.test(text[index - 1] ?? "");
      return explained ? [] : [`${path}:${index + 1}: ${line.trim()}`];
    });
  });
  expect(bare).toEqual([]);
});

test("generated code has no directives that suppress checks", () => {
  expect(sourceFiles().filter((path) => isGenerated(path) && escapes.test(read(path)))).toEqual([]);
});

// Node's recursive mkdir never ends below /proc.
test("the server creates folders with makeFolder, not with the recursive mkdir of Node", () => {
  const recursive = /\bmkdir(Sync)?\([^;]*\brecursive\b/;
  expect(written.filter((path) => path.startsWith("apiserver/") && recursive.test(read(path)))).toEqual([]);
});
