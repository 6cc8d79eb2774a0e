import { do_not_optimize } from "mitata";

/** One implementation of a job, to be compared with others. */
export interface Candidate<I> {
  readonly name: string;
  readonly run: (input: I) => unknown;
  /**
   * Set if the candidate does a different or smaller job than the other candidates. Its result is
   * then not checked against their results.
   */
  readonly isDifferent?: true;
  /**
   * Set for code that an earlier commit generated. The first candidate must not be slower than it:
   * the table reports more than 1.05 of its time, or 1.10 for jobs below 0.3 µs.
   */
  readonly isGate?: true;
}

export interface Job<I> {
  readonly title: string;
  readonly inputs: readonly I[];
  /**
   * Returns a copy of an input. It is set for jobs that mutate their input. The time for copying is
   * not measured.
   */
  readonly fresh?: (input: I) => I;
  /**
   * Implementations of the job. The times of all candidates are compared with the time of the first
   * one.
   */
  readonly candidates: readonly Candidate<I>[];
}

export interface Measured {
  readonly name: string;
  readonly isGate?: true | undefined;
  /**
   * Nanoseconds per call. The value is the lower quartile of the slices, because other programs on
   * the machine can only increase a time.
   */
  readonly ns: number;
}

const rounds = 60;
const sliceNs = 4e6;
const warmUpNs = 300e6;

/**
 * Measures the candidates in short alternating slices. Each round starts with another candidate, so
 * slowdowns of the machine and garbage of previous slices affect all candidates alike.
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
  return job.candidates.map(({ name, isGate }, index) => ({
    name,
    isGate,
    ns: lowerQuartile(slices[index] ?? []) / job.inputs.length,
  }));
}

/**
 * Runs the candidate until the compiler has optimised its code.
 * @returns duration of one pass over the inputs in nanoseconds
 */
function warmUp<I>(job: Job<I>, run: (input: I) => unknown): number {
  const end = process.hrtime.bigint() + BigInt(warmUpNs);
  let once = Infinity;
  while (process.hrtime.bigint() < end) once = Math.min(once, Math.max(slice(job, run, 1), 1000));
  return once;
}

/**
 * Returns the duration of one pass over the inputs in nanoseconds. It is measured as the CPU time
 * of all threads of this process. It therefore includes garbage collection, and excludes other
 * programs.
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

/**
 * Formats the measured times as a table. The last column contains each time as a multiple of the
 * first one.
 */
export function table(title: string, measured: readonly Measured[]): string {
  const base = measured[0]?.ns ?? NaN;
  const width = Math.max(30, ...measured.map(({ name }) => name.length));
  const lines = measured.map(
    ({ name, ns }) =>
      `  ${name.padEnd(width)}  ${ns.toFixed(0).padStart(8)} ns  ${(ns / base).toFixed(2).padStart(7)}x`,
  );
  return [title, ...lines, ...gatesOf(measured).map(gateLine), ""].join("\n");
}

/** The time of the first candidate, as a multiple of that of a gate, and its limit. */
export interface Gate {
  readonly ratio: number;
  readonly limit: number;
}

export function gatesOf(measured: readonly Measured[]): readonly Gate[] {
  const base = measured[0]?.ns ?? NaN;
  return measured.filter(({ isGate }) => isGate).map(({ ns }) => ({ ratio: base / ns, limit: ns < 300 ? 1.1 : 1.05 }));
}

function gateLine({ ratio, limit }: Gate): string {
  return `  gate: ${ratio.toFixed(2)} of ${limit.toFixed(2)}${ratio > limit ? ", over the gate" : ""}`;
}
