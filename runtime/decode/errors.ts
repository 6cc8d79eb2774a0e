/** A text that is not the JSON of its type; the messages are those of Go's JSON decoder. */
export class UnmarshalError extends Error {
  override readonly name = "UnmarshalError";
}

/**
 * Fields that the type has not, or that came twice, where the client asked for strictness. The
 * value is complete otherwise.
 */
export class StrictDecodingError extends Error {
  override readonly name = "StrictDecodingError";
  /** In document order, without repeats: `unknown field "spec.x"`. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`strict decoding error: ${errors.join(", ")}`);
    this.errors = errors;
  }
}
