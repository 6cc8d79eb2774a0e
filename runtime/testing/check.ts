import * as fc from "fast-check";

export interface CheckOptions {
  /**
   * Seed of fast-check. Equal seeds generate equal values. Default: the environment variable
   * FUZZ_SEED, or a random seed if it is not set. For the check that validation enforces each
   * rule, the default is always 1.
   */
  readonly seed?: number;
  /**
   * Number of generated values. Default: the environment variable FUZZ_RUNS, or 100 if it is not
   * set. The check that validation enforces each rule ignores it.
   */
  readonly runs?: number;
}

/**
 * Checks a property with generated values, and shrinks a value for which the property fails.
 *
 * @param property function that throws an Error with a description if a value breaks the property
 * @param advice sentence for the message that explains what to do if the failure is intended
 * @throws Error with the shrunk value, and fast-check's seed and path
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

/**
 * Returns the integer in a variable of Node's environment. Returns undefined if the variable is not
 * set or is not an integer, and on other platforms.
 */
function fromEnvironment(name: string): number | undefined {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  const value = Number(process?.env?.[name] ?? Number.NaN);
  return Number.isInteger(value) ? value : undefined;
}
