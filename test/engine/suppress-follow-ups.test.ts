import { describe, expect, test } from "vitest";
import { suppressFollowUps } from "../../engine/run/suppress-follow-ups.js";
import type { Problem, ProblemCode, Severity } from "../../engine/base/problem.js";

const problem = (code: string, place: string, more: Partial<Problem> = {}, severity: Severity = "error"): Problem => {
  const [file = "", line = "1"] = place.split(":");
  return {
    code: code as ProblemCode,
    severity,
    message: code,
    position: { file, line: Number(line), column: 1 },
    ...more,
  };
};
const remaining = (found: Partial<Parameters<typeof suppressFollowUps>[0]>): string[] =>
  suppressFollowUps({ runtime: [], loaded: [], planned: [], ungenerated: [], ...found }).map(({ code }) => code);

describe("follow-up problems are suppressed", () => {
  const planned = [
    problem("a/field", "v1/types.ts:3"),
    problem("a/unused-function", "v1/functions.ts:1", { needsAllTypes: true }, "warning"),
    problem("a/other", "v1/types.ts:9"),
  ];

  test("at the line of an unsupported type, and for problems that need all types", () => {
    expect(remaining({ planned })).toEqual(["a/field", "a/unused-function", "a/other"]);
    expect(remaining({ planned, loaded: [problem("load/not-json", "v1/types.ts:3")] })).toEqual([
      "load/not-json",
      "a/other",
    ]);
  });

  test("only at the line of an error that does not remove a type", () => {
    expect(remaining({ planned, loaded: [problem("load/required-recursion", "v1/types.ts:3")] })).toEqual([
      "load/required-recursion",
      "a/unused-function",
      "a/other",
    ]);
  });

  test("at the line of an unknown marker, not of a marker with a bad value", () => {
    expect(remaining({ planned, loaded: [problem("markers/unknown", "v1/types.ts:3")] })).toEqual([
      "markers/unknown",
      "a/unused-function",
      "a/other",
    ]);
    expect(remaining({ planned, loaded: [problem("markers/bad-value", "v1/types.ts:3")] })).toEqual([
      "markers/bad-value",
      "a/field",
      "a/unused-function",
      "a/other",
    ]);
  });

  test("in a folder without markers, except errors", () => {
    const ungenerated = [problem("project/nothing-generated", "v1/types.ts:1", {}, "warning")];
    expect(remaining({ planned, ungenerated })).toEqual(["project/nothing-generated", "a/field", "a/other"]);
  });

  test("for a warning that needs the types of a folder without markers", () => {
    const ungenerated = [problem("project/nothing-generated", "hub/types.ts:1", {}, "warning")];
    const needsHub = problem("a/compared", "v1/doc.ts:1", { needsTypesOf: ["hub"] }, "warning");
    expect(remaining({ planned: [needsHub], ungenerated })).toEqual(["project/nothing-generated"]);
    expect(remaining({ planned: [needsHub] })).toEqual(["a/compared"]);
  });

  test("for a package whose doc.ts has a misspelt marker, except errors", () => {
    const planned = [
      problem("a/lacks", "v1/doc.ts:1", {}, "warning"),
      problem("a/lacks", "v2/doc.ts:1", {}, "warning"),
      problem("a/wrong", "v1/doc.ts:2"),
    ];
    expect(remaining({ planned, loaded: [problem("markers/near-miss", "v1/doc.ts:4", {}, "warning")] })).toEqual([
      "markers/near-miss",
      "a/lacks",
      "a/wrong",
    ]);
  });

  test("for markers in comments that were not read because their type is unsupported", () => {
    const unattached = [
      problem("markers/unattached", "v1/types.ts:4", {}, "warning"),
      problem("markers/unattached", "v2/types.ts:4", {}, "warning"),
    ];
    expect(remaining({ loaded: [problem("load/index-signature", "v1/types.ts:3"), ...unattached] })).toEqual([
      "load/index-signature",
      "markers/unattached",
    ]);
  });

  test("for all other files, if a file has a syntax error", () => {
    expect(remaining({ planned, loaded: [problem("load/syntax", "v2/types.ts:1")] })).toEqual(["load/syntax"]);
  });
});
