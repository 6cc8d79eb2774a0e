/** A stage of the pipeline and its duration in milliseconds. */
export interface StageTime {
  readonly name: string;
  readonly ms: number;
}

/** Runs the stages of a pipeline and measures their durations. */
export interface Stages {
  readonly times: readonly StageTime[];
  run<T>(name: string, work: () => T | Promise<T>): Promise<T>;
}

/**
 * Returns an object that runs stages.
 * @param started called at the start of each stage with its name, for the progress line
 */
export function createStages(started?: (name: string) => void): Stages {
  const times: StageTime[] = [];
  return {
    times,
    async run(name, work) {
      started?.(name);
      const start = performance.now();
      try {
        return await work();
      } finally {
        times.push({ name, ms: Math.round((performance.now() - start) * 10) / 10 });
      }
    },
  };
}
