import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runsAllCases, runsLongestForms, sizeOf } from "../sizes.js";
import { buildJudge, Judge } from "./go-judge.js";
import { canonical, firstDifference, hashOf, type AnyOutcome } from "./outcomes.js";

/** Random cases that this project and Go's library replay. */
export interface Comparison<Case extends { readonly steps: readonly unknown[] }> {
  /** The folder of `test` that has Go's answers, and the judge's program. */
  readonly name: string;
  /** The file with Go's answers in the folder; answers.txt by default. */
  readonly answers?: string;
  /** The number of lines of the file with Go's answers. */
  readonly recorded: number;
  /**
   * The number of recorded cases that `make test` replays. `make test-all` replays up to four times
   * as many of the next ones, and `make soak` replays all.
   */
  readonly quick: number;
  readonly caseOf: (seed: number) => Case;
  /** The size of test/sizes.ts with the number of cases without a recorded answer. */
  readonly size?: "SEQUENCES" | "CEL_SEQUENCES";
  readonly replay: (theCase: Case) => readonly AnyOutcome[] | Promise<readonly AnyOutcome[]>;
}

const updates = process.env["UPDATE_GOLDEN"] !== undefined;

/**
 * Defines the tests of a comparison. Line n of Go's answers is a hash of Go's outcomes of the case
 * with seed n, or `random` if they are not always the same. With Go, UPDATE_GOLDEN=1 writes the
 * file again, and SEQUENCES=200000, or another `size`, runs that many cases, from the seed
 * FIRST_SEED on. The default is the first seed without a recorded answer.
 */
export function compareWithGo<Case extends { readonly steps: readonly unknown[] }>(comparison: Comparison<Case>): void {
  const {
    name,
    answers: fileName = "answers.txt",
    recorded,
    size: sizeName = "SEQUENCES",
    caseOf,
    replay,
  } = comparison;
  const file = new URL(`../${name}/${fileName}`, import.meta.url);
  const problem = runsAllCases || updates ? buildJudge(name) : "make test-all runs it";
  const [from, to] = recordedSeeds(comparison);
  const count = (to - from).toLocaleString("en-US");

  test.skipIf(updates || from === to)(`for ${count} recorded sequences`, { timeout: 3_600_000 }, async () => {
    const answers = readFileSync(file, "utf8").trim().split("\n");
    expect(answers).toHaveLength(recorded);
    const different: number[] = [];
    for (let seed = from; seed < to; seed++)
      if (answers[seed] !== "random" && answers[seed] !== hashOf(await replay(caseOf(seed)))) different.push(seed);
    // Run this file with TEST_FORM=long, Go and FIRST_SEED to see a difference.
    expect(different).toEqual([]);
  });

  const title = problem === undefined ? "for random sequences" : `for random sequences: skipped, ${problem}`;
  test.skipIf(problem !== undefined)(title, { timeout: 14_400_000 }, async () => {
    const judge = new Judge<Case, AnyOutcome>(name);
    const answers: string[] = [];
    try {
      const size = Math.max(sizeOf(sizeName), updates ? recorded : 0);
      const first = updates ? 0 : Number(process.env["FIRST_SEED"] ?? recorded);
      for (let from = first; from < first + size; from += 200)
        answers.push(...(await compareSeeds(comparison, judge, from, Math.min(from + 200, first + size))));
    } finally {
      judge.stop();
    }
    if (updates) writeFileSync(file, `${answers.slice(0, recorded).join("\n")}\n`);
  });
}

/** Returns the first of the recorded cases that this form replays, and the one after the last. */
function recordedSeeds({ recorded, quick }: Pick<Comparison<never>, "recorded" | "quick">): readonly [number, number] {
  if (runsLongestForms) return [0, recorded];
  return runsAllCases ? [quick, Math.min(recorded, 5 * quick)] : [0, quick];
}

/** Compares the cases of some seeds with Go, and returns the lines of the file of answers. */
async function compareSeeds<Case extends { readonly steps: readonly unknown[] }>(
  { caseOf, replay }: Comparison<Case>,
  judge: Judge<Case, AnyOutcome>,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const cases = Array.from({ length: to - from }, (_, at) => caseOf(from + at));
  const answers = await judge.replay(cases, updates ? 30 : 4);
  for (const [at, theCase] of cases.entries())
    await expectSame(await replay(theCase), judge, from + at, theCase, answers[at] as (typeof answers)[number]);
  return answers.map(lineOf);
}

async function expectSame<Case extends { readonly steps: readonly unknown[] }>(
  ours: readonly AnyOutcome[],
  judge: Judge<Case, AnyOutcome>,
  seed: number,
  theCase: Case,
  runs: readonly (readonly AnyOutcome[])[],
): Promise<void> {
  let [more, at] = [runs, firstDifference(ours, runs)];
  // A rare order of a map's entries may explain the difference.
  for (const count of [30, 300]) {
    if (at === undefined) return;
    more = (await judge.replay([theCase], count))[0] ?? [];
    at = firstDifference(ours, more);
  }
  if (at === undefined) return;
  const step = at;
  const theirs = new Set(more.map((run) => canonical(run[step] as AnyOutcome)));
  expect.fail(
    `seed ${String(seed)}, step ${String(at)}: ${JSON.stringify(theCase.steps[at])}\n` +
      `Go:   ${[...theirs].join("\n  or: ")}\nours: ${canonical(ours[at] as AnyOutcome)}`,
  );
}

/** Outcomes that depend on the order of a map's entries, and panics, cannot be recorded. */
function lineOf(runs: readonly (readonly AnyOutcome[])[]): string {
  const hashes = new Set(runs.map(hashOf));
  const panics = runs.some((run) => run.some(({ error }) => error === "panic"));
  return hashes.size === 1 && !panics ? hashOf(runs[0] as readonly AnyOutcome[]) : "random";
}
