/** A failure of cel-go that is not an error of the expression. It ends the evaluation. */
export class Panic extends Error {
  constructor(message: string) {
    super(`internal error: ${message}`);
  }
}
