import { EvaluationError, type Result } from "./value.js";

/**
 * Returns the result of a parser. If the parser throws an error, returns an evaluation error with
 * its message.
 *
 * @param context the first part of the error's message
 */
export function parsedBy<T extends Result>(parse: () => T, context = ""): T | EvaluationError {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return new EvaluationError(`${context}${error.message}`);
  }
}

/** Reports whether a parser succeeds, that is, does not throw an error. */
export function succeeds(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}
