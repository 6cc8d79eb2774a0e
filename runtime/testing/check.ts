import * as fc from "fast-check";

export interface CheckOptions {
  /**
   * What fast-check starts from: the same seed makes the same values. The environment's FUZZ_SEED
   * where it is not given.
   */
  readonly seed?: number;
  /** How many values are tried; 100 unless said, or what the environment's FUZZ_RUNS says. */
  readonly runs?: number;
}

/**
 * Tries a property with many values and shrinks one that breaks it.
 * @param property throws an Error that says what is broken
 * @param advice what to do about it, if it is meant
 * @throws Error with the shrunk value, and fast-check's seed and path to it
 */
export function checkLaw<T>(
  name: string,
  values: fc.Arbitrary<T>,
  property: (value: T) => void,
  options: CheckOptions,
  advice?: string,
): void {
  const seed = options.seed ?? fromEnvironment("FUZZ_SEED");
  const numRuns = options.runs ?? fromEnvironment("FUZZ_RUNS");
  const result = fc.check(fc.property(values, property), {
    ...(seed === undefined ? {} : { seed }),
    ...(numRuns === undefined ? {} : { numRuns }),
  });
  if (!result.failed) return;
  const reason = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
  const [counterexample] = result.counterexample ?? [];
  throw new Error(
    [
      `${name}: ${reason}`,
      `counterexample (after ${String(result.numShrinks)} shrinks): ${JSON.stringify(counterexample)}`,
      `seed ${String(result.seed)}, path ${JSON.stringify(result.counterexamplePath ?? "")}; FUZZ_SEED=${String(result.seed)} repeats it`,
      ...(advice === undefined ? [] : [advice]),
    ].join("\n"),
    { cause: result.errorInstance },
  );
}

/** Node's environment, where there is one. */
function fromEnvironment(name: string): number | undefined {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  const value = Number(process?.env?.[name] ?? Number.NaN);
  return Number.isInteger(value) ? value : undefined;
}
