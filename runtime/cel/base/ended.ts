/** @file Reasons for which an evaluation ends without a result. */

/** A failure of cel-go that is not an error of the expression. */
export class Panic extends Error {
  constructor(message: string) {
    super(`internal error: ${message}`);
  }
}

/** Thrown when an evaluation exceeds the limit of its cost. */
export class Cancelled extends Error {
  constructor() {
    super("operation cancelled: actual cost limit exceeded");
  }
}
