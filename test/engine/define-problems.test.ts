import { describe, expect, test } from "vitest";
import { defineProblems } from "../../engine/base/define-problems.js";
import type { Problem } from "../../engine/base/problem.js";

const row = { place: "marker", meaning: "A marker is wrong.", repair: "Remove it." } as const;
const colours = defineProblems({
  area: "colours",
  rule: "A colour has a name.",
  rows: {
    "colours/unknown": row,
    "colours/loud": { ...row, severity: "warning" },
    "colours/pale": { ...row, severity: ["error", "warning"] },
  },
});
const more = { message: "m", position: { file: "types.ts", line: 1, column: 1 } };

describe("a table of problem codes", () => {
  test("begins problems: with the severity of the row, with the given one if the row lists several, or as errors", () => {
    const problems: readonly Problem[] = [
      { ...colours.is("colours/unknown"), ...more },
      { ...colours.is("colours/loud"), ...more },
      { ...colours.is("colours/pale", "warning"), ...more },
    ];
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ["colours/unknown", "error"],
      ["colours/loud", "warning"],
      ["colours/pale", "warning"],
    ]);
  });

  test("has a severity in each row", () => {
    expect(Object.values(colours.rows).map(({ severity }) => severity)).toEqual([
      "error",
      "warning",
      ["error", "warning"],
    ]);
  });

  test("is the only source of codes: other codes, and missing or other severities, do not compile", () => {
    const wrong: readonly (() => unknown)[] = [
      // @ts-expect-error -- the code is not in the table
      () => colours.is("colours/unknwon"),
      // @ts-expect-error -- the row lists several severities
      () => colours.is("colours/pale"),
      // @ts-expect-error -- the row does not list this severity
      () => colours.is("colours/pale", "info"),
      // @ts-expect-error -- a string is not a code
      (): Problem => ({ code: "colours/unknown", severity: "error", ...more }),
    ];
    // The compiler checks them, as a part of the linter.
    expect(wrong).toHaveLength(4);
  });
});
