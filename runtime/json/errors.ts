/**
 * Thrown for a string that is not JSON of the expected type. The messages are those of Go's JSON
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

/**
 * Position in a JSON text. Strict errors print `path`, the complete path; type errors print only
 * the struct and its fields.
 */
export interface JSONPlace {
  readonly path: string;
  readonly struct: string;
  readonly fields: string;
}

export const rootPlace: JSONPlace = { path: "", struct: "", fields: "" };

/**
 * Returns the message of Go's json.UnmarshalTypeError. It names the struct, then the fields from
 * the root, without indexes and map keys.
 */
export function typeErrorText(value: string, type: string, place: JSONPlace): string {
  const target =
    place.struct === "" && place.fields === "" ? "Go value" : `Go struct field ${place.struct}.${place.fields}`;
  return `json: cannot unmarshal ${value} into ${target} of type ${type}`;
}
