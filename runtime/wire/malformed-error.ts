/** Thrown for bytes that are not a message of the expected type. */
export class MalformedProtobufError extends Error {
  override readonly name = "MalformedProtobufError";

  /** @param prefix the start of the message, before the problem */
  constructor(problem: string, options?: ErrorOptions, prefix = "proto: ") {
    super(`${prefix}${problem}`, options);
  }
}
