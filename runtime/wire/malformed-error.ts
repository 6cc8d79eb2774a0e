/** Thrown for bytes that are not a message of the expected type. */
export class MalformedProtobufError extends Error {
  override readonly name = "MalformedProtobufError";

  constructor(problem: string, options?: ErrorOptions) {
    super(`proto: ${problem}`, options);
  }
}
