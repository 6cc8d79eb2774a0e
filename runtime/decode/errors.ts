/** Thrown for a text that is not JSON of the type. The messages are those of Go's JSON decoder. */
export class UnmarshalError extends Error {
  override readonly name = "UnmarshalError";
}

/** Thrown in strict mode for unknown and duplicate fields. */
export class StrictDecodingError extends Error {
  override readonly name = "StrictDecodingError";
  /** In document order, without repeats: `unknown field "spec.x"`. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`strict decoding error: ${errors.join(", ")}`);
    this.errors = errors;
  }
}
