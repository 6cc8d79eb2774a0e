/**
 * Thrown for a text that is not JSON of the expected type. The messages are those of Go's JSON
 * decoder.
 */
export class UnmarshalError extends Error {
  override readonly name = "UnmarshalError";
}

/** Go's message for a JSON text whose values are nested too deeply. */
export const tooDeep = "invalid character '[' exceeded max depth";

/** Thrown for a number that JavaScript would change, because it has more than 53 bits. */
export class LargeNumberError extends UnmarshalError {}

/** Thrown in strict mode for unknown and duplicate fields. */
export class StrictDecodingError extends Error {
  override readonly name = "StrictDecodingError";
  /** Problems such as `unknown field "spec.x"`, in document order and without duplicates. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`strict decoding error: ${errors.join(", ")}`);
    this.errors = errors;
  }
}
