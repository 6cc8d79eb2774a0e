import { do_not_optimize } from "mitata";

/** One way to do a job. */
export interface Candidate<I> {
  readonly name: string;
  readonly run: (input: I) => unknown;
  /** It does another job, or less of this one: its answer is not compared with the others. */
  readonly isDifferent?: true;
}

export interface Job<I> {
  readonly title: string;
  readonly inputs: readonly I[];
  /** For jobs that change their input: makes a new one, outside of the time that is taken. */
  readonly fresh?: (input: I) => I;
  /** The first is what the others are compared with. */
  readonly candidates: readonly Candidate<I>[];
}

export interface Measured {
  readonly name: string;
  /**
   * Nanoseconds of one call: the lower quartile of the slices, as other programs on the machine
   * only ever add to them.
   */
  readonly ns: number;
}

const rounds = 60;
const sliceNs = 4e6;
const warmUpNs = 300e6;

/**
 * Times candidates in short slices that take turns, beginning with another one each round: what
 * slows the machine down, and the garbage that one leaves to the next, is unfair to nobody.
 */
export function compare<I>(job: Job<I>): Measured[] {
  const passes = job.candidates.map(({ run }) => {
    const once = warmUp(job, run);
    return job.fresh === undefined ? Math.max(1, Math.round(sliceNs / once)) : 1;
  });
  const slices = job.candidates.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < job.candidates.length; turn++) {
      const index = (turn + round) % job.candidates.length;
      const candidate = job.candidates[index];
      if (candidate !== undefined) slices[index]?.push(slice(job, candidate.run, passes[index] ?? 1));
    }
  }
  return job.candidates.map(({ name }, index) => ({
    name,
    ns: lowerQuartile(slices[index] ?? []) / job.inputs.length,
  }));
}

/** Runs until the compiler is done, and returns the nanoseconds of a pass. */
function warmUp<I>(job: Job<I>, run: (input: I) => unknown): number {
  const end = process.hrtime.bigint() + BigInt(warmUpNs);
  let once = Infinity;
  while (process.hrtime.bigint() < end) once = Math.min(once, Math.max(slice(job, run, 1), 1000));
  return once;
}

/**
 * Nanoseconds of one pass over the inputs: of this process alone, all its threads included, so that
 * whoever leaves garbage pays for its collection, and nobody for what else the machine does.
 */
function slice<I>({ inputs, fresh }: Job<I>, run: (input: I) => unknown, passes: number): number {
  const given = fresh === undefined ? inputs : inputs.map(fresh);
  const start = process.cpuUsage();
  for (let pass = 0; pass < passes; pass++) {
    for (const input of given) do_not_optimize(run(input));
  }
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / passes;
}

function lowerQuartile(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 4)] ?? NaN;
}

/** A table with each candidate's time as a multiple of the first one's. */
export function table(title: string, measured: readonly Measured[]): string {
  const base = measured[0]?.ns ?? NaN;
  const width = Math.max(30, ...measured.map(({ name }) => name.length));
  const lines = measured.map(
    ({ name, ns }) =>
      `  ${name.padEnd(width)}  ${ns.toFixed(0).padStart(8)} ns  ${(ns / base).toFixed(2).padStart(7)}x`,
  );
  return [title, ...lines, ""].join("\n");
}
