import type { Generator } from "./generator.js";

/**
 * Error of a generator that has thrown an error, returned an invalid plan, or printed a file that
 * cannot be parsed.
 */
export class GeneratorFailure extends Error {
  readonly generator: Generator;
  /**
   * Path of the file that was being printed; undefined if the failure did not occur while a file
   * was printed.
   */
  readonly file: string | undefined;

  constructor(generator: Generator, cause: unknown, file?: string) {
    const printing = file === undefined ? "" : ` when it printed ${file}`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`generator ${generator.name} failed${printing}: ${reason}`, { cause });
    this.generator = generator;
    this.file = file;
  }
}

/**
 * Calls a function of a generator.
 *
 * @throws GeneratorFailure for any error that the function throws
 */
export function asGenerator<T>(generator: Generator, work: () => T, file?: string): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof GeneratorFailure ? error : new GeneratorFailure(generator, error, file);
  }
}
