/** @file The errors that end an evaluation without a result. */

/** Thrown where cel-go panics. Unlike an `EvaluationError`, it ends the whole evaluation. */
export class Panic extends Error {
  constructor(message: string) {
    super(`internal error: ${message}`);
  }
}

/** Thrown when an evaluation exceeds its cost limit. */
export class Cancelled extends Error {
  constructor() {
    super("operation cancelled: actual cost limit exceeded");
  }
}
