/**
 * Error for a string that is not JSON of the expected type. The messages are those of Go's JSON
 * decoder.
 */
export class UnmarshalError extends Error {
  override readonly name = "UnmarshalError";
}

/** Go's error message for JSON that is nested too deeply. */
export const tooDeep = "invalid character '[' exceeded max depth";

/** Error for a number that JavaScript would round, because it needs more than 53 bits. */
export class LargeNumberError extends UnmarshalError {}

/** Error for unknown and duplicate fields in strict mode. */
export class StrictDecodingError extends Error {
  override readonly name = "StrictDecodingError";
  /** Messages such as `unknown field "spec.x"`, in document order and without duplicates. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`strict decoding error: ${errors.join(", ")}`);
    this.errors = errors;
  }
}

/**
 * Position of a value in a JSON document. Strict errors print the complete path `path`; type errors
 * print only the struct and its fields.
 */
export interface JSONPlace {
  readonly path: string;
  readonly struct: string;
  readonly fields: string;
}

export const rootPlace: JSONPlace = { path: "", struct: "", fields: "" };

/**
 * Returns the message of Go's json.UnmarshalTypeError. The message names the struct and the path of
 * fields, without indexes and map keys.
 */
export function typeErrorText(value: string, type: string, place: JSONPlace): string {
  const target =
    place.struct === "" && place.fields === "" ? "Go value" : `Go struct field ${place.struct}.${place.fields}`;
  return `json: cannot unmarshal ${value} into ${target} of type ${type}`;
}
