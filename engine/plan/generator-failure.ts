import type { Generator } from "./generator.js";

/** The failure of a generator: it has thrown an error, or has returned an invalid plan. */
export class GeneratorFailure extends Error {
  readonly generator: Generator;
  /** Path of the file that was being printed. */
  readonly file: string | undefined;

  constructor(generator: Generator, cause: unknown, file?: string) {
    super(`generator ${generator.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.generator = generator;
    this.file = file;
  }
}

/**
 * Runs a step of a generator.
 *
 * @throws GeneratorFailure for any error of the step
 */
export function asGenerator<T>(generator: Generator, work: () => T, file?: string): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof GeneratorFailure ? error : new GeneratorFailure(generator, error, file);
  }
}
