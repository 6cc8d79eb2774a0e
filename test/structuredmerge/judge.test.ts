import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runsAllCases } from "../selected-cases.js";
import type { Case, Outcome } from "./case.js";
import { buildJudge, canonical, firstDifference, Judge } from "./judge.js";
import { randomCase } from "./random-case.js";
import { replay } from "./replay.js";

/**
 * @file Replays random operations of several managers on random schemas and objects, and compares
 * the results with those of Go's sigs.k8s.io/structured-merge-diff v6.4.2. Line n of answers.txt is
 * a hash of Go's outcomes of the case with seed n, or `random` if they are not always the same.
 * With Go, UPDATE_GOLDEN=1 writes the file again, and SEQUENCES=200000 runs that many cases, from
 * the seed FIRST_SEED on.
 */
const file = new URL("answers.txt", import.meta.url);
const recorded = 5000;
const updates = process.env["UPDATE_GOLDEN"] !== undefined;
const problem = runsAllCases || updates ? buildJudge() : "make test-all runs it";

describe("the merge engine and Go's library give the same results", () => {
  test.skipIf(updates)(`for ${runsAllCases ? "5,000" : "500"} recorded sequences`, () => {
    const answers = readFileSync(file, "utf8").trim().split("\n");
    expect(answers).toHaveLength(recorded);
    const seeds = Array.from({ length: runsAllCases ? recorded : 500 }, (_, seed) => seed);
    const different = seeds.filter((seed) => answers[seed] !== "random" && answers[seed] !== hashOf(outcomes(seed)));
    // Run this file with ALL_CASES=1 and Go to see the differences.
    expect(different).toEqual([]);
  });

  const title = problem === undefined ? "for random sequences" : `for random sequences: skipped, ${problem}`;
  test.skipIf(problem !== undefined)(title, { timeout: 3_600_000 }, async () => {
    const judge = new Judge();
    const answers: string[] = [];
    try {
      const count = Math.max(Number(process.env["SEQUENCES"] ?? 1000), updates ? recorded : 0);
      const first = updates ? 0 : Number(process.env["FIRST_SEED"] ?? 0);
      for (let from = first; from < first + count; from += 200)
        answers.push(...(await compare(judge, from, Math.min(from + 200, first + count))));
    } finally {
      judge.stop();
    }
    if (updates) writeFileSync(file, `${answers.slice(0, recorded).join("\n")}\n`);
  });
});

function outcomes(seed: number): readonly Outcome[] {
  return replay(randomCase(seed));
}

function hashOf(steps: readonly Outcome[]): string {
  return createHash("sha256").update(steps.map(canonical).join("\n")).digest("base64url").slice(0, 8);
}

/** Compares the cases of some seeds with Go, and returns the lines of the file of answers. */
async function compare(judge: Judge, from: number, to: number): Promise<readonly string[]> {
  const cases = Array.from({ length: to - from }, (_, at) => randomCase(from + at));
  const answers = await judge.replay(cases, updates ? 30 : 4);
  for (const [at, theCase] of cases.entries())
    await expectSame(judge, from + at, theCase, answers[at] as (typeof answers)[number]);
  return answers.map(lineOf);
}

async function expectSame(
  judge: Judge,
  seed: number,
  theCase: Case,
  runs: readonly (readonly Outcome[])[],
): Promise<void> {
  const ours = replay(theCase);
  let [more, at] = [runs, firstDifference(ours, runs)];
  // A rare order of a map's entries may explain the difference.
  for (const count of [30, 300, 3000]) {
    if (at === undefined) return;
    more = (await judge.replay([theCase], count))[0] ?? [];
    at = firstDifference(ours, more);
  }
  if (at === undefined) return;
  const theirs = new Set(more.map((run) => canonical(run[at] as Outcome)));
  expect.fail(
    `seed ${String(seed)}, step ${String(at)}: ${JSON.stringify(theCase.steps[at])}\n` +
      `Go:   ${[...theirs].join("\n  or: ")}\nours: ${canonical(ours[at] as Outcome)}`,
  );
}

/** Outcomes that depend on the order of a map's entries, and panics, cannot be recorded. */
function lineOf(runs: readonly (readonly Outcome[])[]): string {
  const hashes = new Set(runs.map(hashOf));
  const panics = runs.some((run) => run.some(({ error }) => error === "panic"));
  return hashes.size === 1 && !panics ? hashOf(runs[0] as readonly Outcome[]) : "random";
}
