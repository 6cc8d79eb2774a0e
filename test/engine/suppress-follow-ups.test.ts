import { describe, expect, test } from "vitest";
import { suppressFollowUps } from "../../engine/suppress-follow-ups.js";
import type { Problem, Severity } from "../../engine/problem.js";

const problem = (code: string, place: string, more: Partial<Problem> = {}, severity: Severity = "error"): Problem => {
  const [file = "", line = "1"] = place.split(":");
  return { code, severity, message: code, position: { file, line: Number(line), column: 1 }, ...more };
};
const told = (found: Partial<Parameters<typeof suppressFollowUps>[0]>): string[] =>
  suppressFollowUps({ runtime: [], loaded: [], planned: [], ungenerated: [], ...found }).map(({ code }) => code);

describe("what is said of what could not be read is left out", () => {
  const planned = [
    problem("a/field", "v1/types.ts:3"),
    problem("a/nobody-calls", "v1/functions.ts:1", { needsAllTypes: true }, "warning"),
    problem("a/other", "v1/types.ts:9"),
  ];

  test("at the line of a refused type, and where a type may be missing", () => {
    expect(told({ planned })).toEqual(["a/field", "a/nobody-calls", "a/other"]);
    expect(told({ planned, loaded: [problem("load/not-json", "v1/types.ts:3")] })).toEqual([
      "load/not-json",
      "a/other",
    ]);
  });

  test("an error that leaves all types where they are hides nothing but its line", () => {
    expect(told({ planned, loaded: [problem("load/required-recursion", "v1/types.ts:3")] })).toEqual([
      "load/required-recursion",
      "a/nobody-calls",
      "a/other",
    ]);
  });

  test("at a marker that nobody knows, not at one whose value alone is wrong", () => {
    expect(told({ planned, loaded: [problem("markers/unknown", "v1/types.ts:3")] })).toEqual([
      "markers/unknown",
      "a/nobody-calls",
      "a/other",
    ]);
    expect(told({ planned, loaded: [problem("markers/bad-value", "v1/types.ts:3")] })).toEqual([
      "markers/bad-value",
      "a/field",
      "a/nobody-calls",
      "a/other",
    ]);
  });

  test("in a folder without markers, errors aside", () => {
    const ungenerated = [problem("project/nothing-generated", "v1/types.ts:1", {}, "warning")];
    expect(told({ planned, ungenerated })).toEqual(["project/nothing-generated", "a/field", "a/other"]);
  });

  test("a warning about the types of a folder without markers is left out", () => {
    const ungenerated = [problem("project/nothing-generated", "hub/types.ts:1", {}, "warning")];
    const needsHub = problem("a/compared", "v1/doc.ts:1", { needsTypesOf: ["hub"] }, "warning");
    expect(told({ planned: [needsHub], ungenerated })).toEqual(["project/nothing-generated"]);
    expect(told({ planned: [needsHub] })).toEqual(["a/compared"]);
  });

  test("of a package whose doc.ts has what is nearly a marker, errors aside", () => {
    const planned = [
      problem("a/lacks", "v1/doc.ts:1", {}, "warning"),
      problem("a/lacks", "v2/doc.ts:1", {}, "warning"),
      problem("a/wrong", "v1/doc.ts:2"),
    ];
    expect(told({ planned, loaded: [problem("markers/near-miss", "v1/doc.ts:4", {}, "warning")] })).toEqual([
      "markers/near-miss",
      "a/lacks",
      "a/wrong",
    ]);
  });

  test("comments that nobody has read since their type was refused", () => {
    const unattached = [
      problem("markers/unattached", "v1/types.ts:4", {}, "warning"),
      problem("markers/unattached", "v2/types.ts:4", {}, "warning"),
    ];
    expect(told({ loaded: [problem("load/index-signature", "v1/types.ts:3"), ...unattached] })).toEqual([
      "load/index-signature",
      "markers/unattached",
    ]);
  });

  test("everything beside a file that can't be parsed", () => {
    expect(told({ planned, loaded: [problem("load/syntax", "v2/types.ts:1")] })).toEqual(["load/syntax"]);
  });
});
