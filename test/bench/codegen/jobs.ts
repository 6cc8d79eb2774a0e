import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generators } from "../../../generators/index.js";
import { run, type Cost, type Ran } from "./child.js";
import { row, title, heading } from "./print.js";
import { forgetCache, removeGenerated, repository, type Project } from "./project.js";
import { exponent, median, medianCost } from "./statistics.js";
import { edits, underWatch } from "./watching.js";

export interface Bench {
  readonly runs: number;
  readonly copies: readonly number[];
  readonly quick: boolean;
  /** Generators that are disabled, because they have no work for this input. */
  without?: readonly string[];
}

export const command = join(repository, "dist/bundle/cmd/codegen/main.cjs");

/** Generators that correspond to Go's three tools. */
const comparable: readonly string[] = ["deepcopy", "defaults", "conversion"];

/** Measures cold runs, unchanged runs, runs after an edit, and edits under --watch. */
export async function measureEdits(bench: Bench, project: Project): Promise<void> {
  const all = names(bench);
  select(project, all);
  row("cold: nothing generated, no cache", cold(bench, project), "all generators");
  const three = all.filter((name) => comparable.includes(name));
  select(project, three);
  row(`cold, ${three.join(", ")} alone`, cold(bench, project), "as Go's three tools");
  select(project, all);
  cold({ ...bench, runs: 1 }, project);
  const { cost, ratio } = unchanged(bench, project);
  row("warm, nothing changed", cost, `${ratio.toFixed(2)} times the CPU time of node -e 0`);
  const path = join(project.folder, project.edited);
  const original = readFileSync(path, "utf8");
  const versions = edits(original);
  let round = 0;
  const edited = repeat({ runs: bench.runs + 1 }, () => {
    writeFileSync(path, versions[round++ % 2] ?? original);
    return generate(project);
  });
  row("one type edited", edited, project.edited);
  writeFileSync(path, original);
  const { edited: file, widelyUsed } = project;
  row(
    "one type edited, under --watch",
    await underWatch(command, project, bench.runs),
    `${file}: from saving to written`,
  );
  if (widelyUsed === undefined) return;
  row(
    "the same where all groups use the file",
    await underWatch(command, { ...project, edited: widelyUsed }, bench.runs),
    widelyUsed,
  );
}

/** Measures runs without changes, in turn with Node without a program. */
function unchanged({ quick }: Bench, project: Project): { readonly cost: Cost; readonly ratio: number } {
  const pairs = Array.from({ length: quick ? 1 : 15 }, () => ({
    empty: run(["-e", "0"], project.folder),
    own: generate(project),
  }));
  const cost = medianCost(pairs.map(({ own }) => own));
  return { cost, ratio: cost.cpuMs / medianCost(pairs.map(({ empty }) => empty)).cpuMs };
}

/** Measures cold runs in which one of the generators is disabled. */
export function measureGenerators(bench: Bench, project: Project): void {
  title("Cold, with one generator off");
  heading();
  // Validation and documents need schemas, so that a run without schemas is an error.
  for (const name of names(bench).filter((each) => each !== "schema")) {
    select(
      project,
      names(bench).filter((other) => other !== name),
    );
    row(`without ${name}`, cold(bench, project));
  }
  select(project, names(bench));
}

/**
 * Measures the stages of a cold run. Formatting partly runs at the same time as rendering, so the
 * stage `format` is only the time that remains after rendering.
 */
export function measureStages(bench: Bench, project: Project): void {
  title("The stages of a cold run, wall time");
  const times = new Map<string, number[]>();
  for (let index = 0; index < bench.runs; index++) {
    makeCold(project);
    for (const [, ms = "", name = ""] of generate(project, ["--stats"]).stdout.matchAll(/^ *([\d.]+) ms {2}(\w+)$/gm)) {
      times.set(name, [...(times.get(name) ?? []), Number(ms)]);
    }
  }
  for (const [name, values] of times)
    console.log(`  ${name.padEnd(44)} ${`${(median(values) / 1000).toFixed(2)} s`.padStart(9)}`);
}

/**
 * Measures cold runs with different numbers of copies of the API groups. Prints, for each cost, the
 * exponent with which it grows.
 */
export function measureScaling(bench: Bench, projectOf: (copies: number) => Project): void {
  const points = bench.copies.map((copies) => {
    const project = projectOf(copies);
    try {
      select(project, names(bench));
      const cost = cold(bench, project);
      row(`${String(copies)} ${copies === 1 ? "copy" : "copies"}`, cost);
      return { copies, cost };
    } finally {
      project.remove();
    }
  });
  const of = (key: keyof Cost): string =>
    exponent(points.map(({ copies, cost }) => ({ size: copies, value: cost[key] }))).toFixed(2);
  console.log(
    `  they grow with the exponent: ${of("wallMs")} in wall time, ${of("cpuMs")} in CPU time, ${of("peakMb")} in memory; 1 is linear`,
  );
}

export function names({ without = [] }: Bench): readonly string[] {
  return generators.map(({ name }) => name).filter((name) => !without.includes(name));
}

/**
 * Runs the command once.
 * @throws Error if the command fails, to end the benchmark
 */
export function generate(project: Project, options: readonly string[] = []): Ran {
  const ran = run([command, ...project.paths, ...options], project.folder);
  if (ran.status !== 0) throw new Error(`codegen ended with ${String(ran.status)}:\n${ran.stderr.slice(-4000)}`);
  return ran;
}

function cold(bench: Pick<Bench, "runs">, project: Project): Cost {
  return repeat(bench, () => {
    makeCold(project);
    return generate(project);
  });
}

function makeCold(project: Project): void {
  removeGenerated(project);
  forgetCache(project);
}

function repeat({ runs }: Pick<Bench, "runs">, work: () => Cost): Cost {
  return medianCost(Array.from({ length: runs }, work));
}

function select(project: Project, wanted: readonly string[]): void {
  writeFileSync(join(project.folder, "codegen.config.json"), `${JSON.stringify({ generators: wanted })}\n`);
}
