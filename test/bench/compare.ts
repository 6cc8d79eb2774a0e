import { do_not_optimize, measure } from "mitata";

/** One way to do a job. `run` gets the index of the round, to walk over varied inputs. */
export interface Candidate {
  readonly name: string;
  readonly run: (round: number) => unknown;
}

export interface Measured {
  readonly name: string;
  /** Nanoseconds of one call: the median over the rounds. */
  readonly ns: number;
}

const rounds = 5;

/**
 * Times candidates in turn, A B C A B C …, and takes each one's median, so that a machine that gets
 * slower halfway through is unfair to nobody.
 */
export async function compare(candidates: readonly Candidate[]): Promise<Measured[]> {
  const samples = candidates.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { run }] of candidates.entries()) {
      let call = 0;
      const { p50 } = await measure(() => { do_not_optimize(run(call++)); }, { min_cpu_time: 100e6, warmup_samples: 2 });
      samples[index]?.push(p50);
    }
  }
  return candidates.map(({ name }, index) => ({ name, ns: median(samples[index] ?? []) }));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** A table with each candidate's time as a multiple of the first one's. */
export function table(title: string, measured: readonly Measured[]): string {
  const base = measured[0]?.ns ?? NaN;
  const width = Math.max(...measured.map(({ name }) => name.length));
  const lines = measured.map(
    ({ name, ns }) => `  ${name.padEnd(width)}  ${ns.toFixed(0).padStart(8)} ns  ${(ns / base).toFixed(2).padStart(7)}x`,
  );
  return [title, ...lines, ""].join("\n");
}
