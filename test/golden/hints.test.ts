import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ResolvedEdit, ResolvedFix } from "../../cmd/codegen/report/fixes.js";
import { advice, reveals } from "./advice.js";
import { stateOf, worseThan, type State } from "./better.js";
import { applyEdits, readOrEmpty } from "./apply-edits.js";
import { blocksIn, filledIn } from "./blocks.js";
import {
  writeInput,
  goldenCases,
  runIn,
  workFolder,
  workOf,
  type GoldenCase,
  type Report,
  type ReportedProblem,
} from "./cases.js";

const withoutFix = new Set<string>();

/**
 * Applies each fix of each problem to a new copy of the case's input, as an editor would apply it.
 * The next run must be better: the problem is solved, no new error, no version lost, no rule
 * switched off, and no function declared twice.
 */
describe("hints of the golden cases", () => {
  for (const golden of goldenCases()) {
    test(golden.name, async () => {
      const at = { ...golden, work: workOf(golden.name, "hints") };
      writeInput(at);
      const before = (await runIn(at.work)).report;
      const start = stateOf(at.work, before);
      const wrong: string[] = [];
      for (const problem of before.problems) {
        if ((problem.fixes ?? []).length === 0 && (problem.hint !== undefined || problem.severity !== "info"))
          withoutFix.add(problem.code);
        for (const fix of problem.fixes ?? [])
          wrong.push(...(await faults(at, { report: before, state: start }, problem, fix)));
      }
      wrong.push(...(await afterBlocks(at, { report: before, state: start })));
      rmSync(at.work, { recursive: true, force: true });
      expect(wrong).toEqual([]);
    });
  }

  test("a code without a fix is listed as advice, with a reason", () => {
    expect([...withoutFix].filter((code) => !Object.hasOwn(advice, code)).sort()).toEqual([]);
    expect(
      Object.keys(advice)
        .filter((code) => !withoutFix.has(code))
        .sort(),
    ).toEqual([]);
  });
});

afterAll(() => {
  rmSync(join(workFolder, "hints"), { recursive: true, force: true });
});

/** The run before a fix. */
interface Before {
  readonly report: Report;
  readonly state: State;
}

/**
 * Returns the reasons why a fix did not work: the problem is still reported, the same line now has
 * another error, or the project is worse than before.
 */
async function faults(
  golden: GoldenCase,
  { report: before, state }: Before,
  problem: ReportedProblem,
  fix: ResolvedFix,
): Promise<string[]> {
  writeInput(golden);
  applyEdits(golden.work, fix.edits);
  const after = (await runIn(golden.work)).report;
  const { file, line, code } = problem;
  const now = moved(problem, fix.edits);
  const known = new Set(
    before.problems.filter((other) => other.file === file && other.line === line).map((other) => other.code),
  );
  const remaining = after.problems.filter((other) => other.file === file && other.line === now);
  const same = remaining.filter((other) => other.code === code && other.message === problem.message);
  // A new error on the line is a fault only if the fix was complete and the line still exists. An
  // example is not a complete fix.
  const isJudged =
    !fix.isExample &&
    !fix.edits.some((edit) => edit.text === "" && edit.file === file && edit.line === line && edit.endLine > line);
  const revealed = reveals[code]?.codes ?? [];
  // The first hint must not switch a rule off. Another one may, if its text states it.
  const switchesOff = fix !== problem.fixes?.[0] && fix.description.endsWith("(the rule is then not enforced)");
  const worse = fix.isExample ? [] : worseThan(state, stateOf(golden.work, after), { revealed, switchesOff });
  const others = remaining.filter(
    (other) => isJudged && other.severity === "error" && !known.has(other.code) && !revealed.includes(other.code),
  );
  const problemAndFix = `${file}:${line} ${code}: ${problem.message}\n  after: ${fix.description}\n  `;
  return [
    ...same.map(({ message }) => `${problemAndFix}still: ${message}`),
    ...others.map((other) => `${problemAndFix}now: ${other.code} ${other.message}`),
    ...worse.map((text) => `${problemAndFix}${text}`),
  ];
}

/**
 * Adds the blocks of code in all hints to the files that they name, and runs codegen again. Returns
 * the problems that codegen still reports although their hints proposed a function.
 */
async function afterBlocks(golden: GoldenCase, { report: before, state }: Before): Promise<string[]> {
  const blocks = blocksIn(before.problems);
  if (blocks.size === 0) return [];
  writeInput(golden);
  for (const [file, text] of blocks) {
    const path = join(golden.work, file);
    writeFileSync(path, `${readOrEmpty(path)}\n${filledIn(text)}\n`);
  }
  const after = (await runIn(golden.work)).report;
  const proposed = before.problems.filter(({ fixes = [] }) =>
    fixes.some(({ description }) => description.startsWith("write Convert_")),
  );
  expect(proposed.length).toBeGreaterThan(0);
  const isLeft = (problem: ReportedProblem): boolean =>
    after.problems.some(({ code, message }) => code === problem.code && message === problem.message);
  return [
    ...proposed.filter(isLeft).map(({ code, message }) => `${code} ${message}\n  is still reported after the block`),
    ...worseThan(state, stateOf(golden.work, after)).map((text) => `after the blocks: ${text}`),
  ];
}

/**
 * Returns the line of a problem after the edits, because edits above the problem may have added or
 * removed lines.
 */
function moved({ file, line, column }: ReportedProblem, edits: readonly ResolvedEdit[]): number {
  const above = edits.filter(
    (edit) => edit.file === file && (edit.endLine < line || (edit.endLine === line && edit.endColumn <= column)),
  );
  return line + above.reduce((sum, edit) => sum + edit.text.split("\n").length - 1 - (edit.endLine - edit.line), 0);
}
