/** Error for bytes that are not a protobuf message of the expected type. */
export class MalformedProtobufError extends Error {
  override readonly name = "MalformedProtobufError";

  /** @param prefix start of the error message, before `problem` */
  constructor(problem: string, options?: ErrorOptions, prefix = "proto: ") {
    super(`${prefix}${problem}`, options);
  }
}
